"""A studio that runs for all tests of its page, the page as a folder, and pages of them."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from tests.studio.opened import PAGE, ROOT, Opened, served


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


@pytest.fixture(scope="session")
def folder() -> Path:
    """The page's engine within the folder that `make studio` makes, by one process at a time."""
    with Path(tempfile.gettempdir(), "torsor-studio-engine.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            spec = spec_from_file_location("page_engine_build", ROOT / "web/engine/build.py")
            assert spec and spec.loader
            build = module_from_spec(spec)
            spec.loader.exec_module(build)
            build.build_engine()
        except Exception as error:
            pytest.skip(f"the page's engine cannot be built here: {error}")
    return ROOT / "web/dist-studio"
