"""Values of the fleets that the dice may make of a build."""
