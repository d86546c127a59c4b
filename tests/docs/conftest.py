"""The site, built once; and a real browser to look at it."""

import os
import shutil

import pytest
from docs.make_site import build
from tests.docs.blocks import ROOT


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "zensical.toml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    return build(folder)


@pytest.fixture(scope="session")
def browser():
    """Chromium without a window."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        if os.environ.get("TORSOR_SKIP") == "nothing":
            pytest.fail("chromium is not installed, and nothing may be skipped")
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()
