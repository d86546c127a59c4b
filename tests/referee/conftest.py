"""The command line, for the checks of papers too."""

from tests.cli.conftest import torsor

__all__ = ["torsor"]
