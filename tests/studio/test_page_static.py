"""The page as a folder on a plain web server: Python and FLINT run in the browser's worker."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from tests.studio.opened import ROOT, Opened

import torsor

FOLDER = ROOT / "web/dist-studio"


class Quiet(SimpleHTTPRequestHandler):
    """A server that says nothing."""

    def log_message(self, format: str, *given: Any) -> None:
        return None


@pytest.fixture
def static(browser: Any) -> Iterator[Opened]:
    """A page of the folder that `make studio` builds."""
    if not (FOLDER / "engine/worker.mjs").is_file():
        pytest.skip("the page's engine is not built: make studio")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=FOLDER)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = Opened(browser, f"http://127.0.0.1:{server.server_port}/")
        page.page.set_default_timeout(90_000)
        yield page
        page.close()
        server.shutdown()


def test_without_any_engine_elsewhere_rttrr_is_derived_read_and_explained(static: Opened) -> None:
    static.read("rttrr")
    assert static.terms() == sum(torsor.derive("rttrr").terms)
    static.find(".run[role=button]").click()
    assert "brought by link" in static.text(".drawer .says")
    static.find(".see canvas")
