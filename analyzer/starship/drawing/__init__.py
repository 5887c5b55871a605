"""Pictures that several questions of Starship Catan share."""
