"""Ships and fleets drawn: as text, as SVG, as pictures."""
