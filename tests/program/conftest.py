"""Compiled code of the tests is kept beside their temporary files, not in the user's cache."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORSOR_CACHE", str(tmp_path_factory.mktemp("machine-code")))
        yield
