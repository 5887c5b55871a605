"""The `analyzer` command: what its verbs have in common; heavy libraries are imported inside the verbs."""


def main() -> None:
    """Run the command, of which all is imported first; numpy starts no threads unless the environment says so."""
    import os

    from analyzer.runs.clock import ONE_THREAD, command_begins

    command_begins()

    os.environ.update(ONE_THREAD | os.environ)

    from analyzer.cli.app import main

    main()
