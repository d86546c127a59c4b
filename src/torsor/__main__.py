"""``python -m torsor``: the command line."""

from torsor.cli.main import main

if __name__ == "__main__":
    main()
