"""Arrays of every kind into compiled functions while signals arrive: right, refused or left."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys

import pytest

ALL = os.environ.get("TORSOR_FUZZ") == "all"

if not hasattr(signal, "setitimer"):
    pytest.skip("no timers here", allow_module_level=True)


@pytest.mark.parametrize("entry", ["on", "off"])
@pytest.mark.parametrize("seed", range(20 if ALL else 1))
def test_no_call_is_wrong_and_none_ends_the_process(seed: int, entry: str) -> None:
    """By machine code that reads arrays itself, and without."""
    count = 20_000 if ALL else 600
    found = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.array_calls", str(seed),
         str(count)],
        capture_output=True, text=True, check=False, timeout=1800 if ALL else 120,
        env={**os.environ, "TORSOR_ARRAY_ENTRY": entry},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    told = ast.literal_eval(found.stdout)
    assert sum(told.values()) == count
    assert told["returned"] > count // 10
    assert told["refused"] > count // 100
    assert told["interrupted"] > count // 100
