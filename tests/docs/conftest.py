"""The site, built once."""

import shutil

import pytest
from docs.make_site import build
from tests.docs.blocks import ROOT


def copied(folder):
    """The pages in a folder of their own."""
    shutil.copy(ROOT / "zensical.toml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built site."""
    return build(copied(tmp_path_factory.mktemp("site")))
