"""The `analyzer` command: its options, progress line and shared verbs; heavy libraries load inside the verbs."""


def main() -> None:
    """Run the command.

    The number of numpy's threads is set to one before numpy is imported, unless the environment sets it. Plugins of
    pydantic are off, because the search for them among all installed packages delays every start.
    """
    import gc
    import os

    from analyzer.runs.clock import ONE_THREAD, command_begins

    command_begins()
    # A start makes many objects that stay. Repeated searches for cycles among them take a tenth of its time.
    gc.set_threshold(200_000, 20, 100)

    os.environ.update(ONE_THREAD | {"PYDANTIC_DISABLE_PLUGINS": "__all__"} | os.environ)

    from analyzer.cli.app import main

    main()
