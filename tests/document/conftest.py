"""The command line, for documents as it prints them."""

from tests.cli.conftest import torsor

__all__ = ["torsor"]
