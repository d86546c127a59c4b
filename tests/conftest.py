"""What all tests share: a busy machine fails none of them, and a real browser is started once."""

import contextlib
import os
import shutil
import sys

import pytest

with contextlib.suppress(ImportError):  # the environments of a few rooms do without Hypothesis
    from hypothesis import HealthCheck, settings

    settings.register_profile("busy", suppress_health_check=[HealthCheck.too_slow], deadline=None)
    settings.load_profile("busy")

LONG = {"prove": "TORSOR_PROVE", "fuzz": "TORSOR_FUZZ"}
"""What is marked so is left to ``make prove`` and ``make fuzz``, which say so by these."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long ones out of an ordinary run."""
    left = {mark for mark, name in LONG.items() if os.environ.get(name) != "all"}
    long = [item for item in items if any(item.get_closest_marker(mark) for mark in left)]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in set(long)]


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What tests keep for one another goes with the last of their folder: it is much."""
    if nextitem is None or nextitem.path.parent != item.path.parent:
        for name, module in [*sys.modules.items()]:
            for value in [*vars(module).values()] if name.startswith("tests.") else ():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser():
    """Chromium without a window, drawing by software."""
    from tests.drawing.viewer.opened import ARGUMENTS

    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = next((found for name in NAMES if (found := shutil.which(name))), None)
    if chromium is None:
        if os.environ.get("TORSOR_SKIP") == "nothing":
            pytest.fail("no Chromium on this machine")
        pytest.skip("no Chromium on this machine")
    with sync_api.sync_playwright() as player:
        started = player.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()
