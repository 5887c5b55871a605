"""How results of Cosmic Lorry leave the command: a module a kind of result, each with a function `face`."""

FACES: dict[str, str] = {
    "Races": "analyzer.cli.lorry.faces.races",
    "ScoredPairs": "analyzer.cli.lorry.faces.pairs",
}
"""By the name of a result's class."""
