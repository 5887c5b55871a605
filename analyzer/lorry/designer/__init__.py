"""Designer: a local page on which a galaxy and a position are drawn, with legal places and advice."""
