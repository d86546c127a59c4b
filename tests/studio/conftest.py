"""A studio that runs for all tests of its page, and pages of it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from tests.studio.opened import PAGE, Opened, served


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a studio on this machine."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    if not PAGE.is_file():
        if os.environ.get("TORSOR_SKIP") == "nothing":
            pytest.fail("the studio's page is not built: make web")
        pytest.skip("the studio's page is not built: make web")
    with served() as found:
        yield found


@pytest.fixture
def studio(browser: Any, address: str) -> Iterator[Opened]:
    """A page on a desk; at its end nothing was complained of."""
    page = Opened(browser, address)
    yield page
    page.close()
