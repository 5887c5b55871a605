"""How results of Galaxy Trucker leave the command: a module a kind of result, each with a function `face`."""

FACES = {
    "Result": "analyzer.cli.trucker.faces.flights",
    "Race": "analyzer.cli.trucker.faces.race",
    "CardEffects": "analyzer.cli.trucker.faces.cards",
    "CostOfInsurance": "analyzer.cli.trucker.faces.insure",
    "Course": "analyzer.cli.trucker.faces.course",
    "Swaps": "analyzer.cli.trucker.faces.swap",
    "Weakness": "analyzer.cli.trucker.faces.weak",
    "LayoutValues": "analyzer.cli.trucker.faces.layouts",
    "FleetEffects": "analyzer.cli.trucker.faces.fleet_effects",
    "Journey": "analyzer.cli.trucker.faces.journey",
}
"""By the name of a result's class."""
