"""The `analyzer` command: what its verbs have in common; heavy libraries are imported inside the verbs."""


def main() -> None:
    """Run the command, of which all is imported first."""
    from analyzer.cli.app import main

    main()
