"""These tests need PyTorch, JAX and CasADi, which `make test-tensors` has; elsewhere none runs.

There all of them have to be at hand: a test that is left out would be one that says nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

MISSING = [name for name in ("torch", "jax", "casadi") if find_spec(name) is None]

if MISSING and os.environ.get("TORSOR_TENSORS") == "all":
    raise pytest.UsageError(f"make test-tensors needs {', '.join(MISSING)}")

collect_ignore_glob = ["test_*.py"] if MISSING else []


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled code of the tests is kept beside their temporary files, not in the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORSOR_CACHE", str(tmp_path_factory.mktemp("machine-code")))
        yield
