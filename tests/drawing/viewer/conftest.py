"""A real browser, started once; each test opens its pages in a window of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.drawing.viewer.opened import Opened
from tests.drawing.viewer.pages import need_page

from torsor.drawing.viewer.page import Viewer


@pytest.fixture(scope="session")
def browser(browser: object) -> object:
    """The browser, where there is a page to be opened in it."""
    need_page()
    return browser


@pytest.fixture
def open_page(browser, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Open a viewer's page, or a file, from the disk; it must not complain or ask for anything."""
    contexts = []

    def opening(shown: Viewer | Path, width: int = 640, height: int = 480, **looks: str) -> Opened:
        path = shown
        if not isinstance(shown, Path):
            path = tmp_path / f"page{len(contexts)}.html"
            shown.save(path)
        context = browser.new_context(
            viewport={"width": width, "height": height}, **{"reduced_motion": "reduce", **looks}
        )
        contexts.append(context)
        return Opened(context.new_page(), path)

    yield opening
    for context in contexts:
        context.close()
