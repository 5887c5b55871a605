"""`python -m analyzer` is the `analyzer` command."""

from analyzer.cli import main

if __name__ == "__main__":
    main()
