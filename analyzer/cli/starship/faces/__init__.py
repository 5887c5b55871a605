"""How results of Starship Catan leave the command: a module a kind of result, each with a function `face`."""

FACES = {
    "Turns": "analyzer.cli.starship.faces.played",
    "Adventures": "analyzer.cli.starship.faces.adventures",
    "Games": "analyzer.cli.starship.faces.played",
}
"""By the name of a result's class."""
