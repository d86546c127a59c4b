"""The built-in that reads arrays by itself: where it may run, that it can be switched off.

Needs nothing but NumPy, LLVM and pytest, so that it runs with any Python:
``TORSOR_ARRAY_ENTRY=unseen python -m pytest tests/program/test_array_entry.py``.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import torsor
from torsor.program.jit import cpython_layout
from torsor.program.jit.compiled_function import CompiledFunction
from torsor.program.jit.cpython_layout import SEEN, Build, describe_build, is_known

SOUND = Build("cpython", (3, 11), (2, 4), 8, 16, True, False)
NUMBERS = {"m1": 1, "m2": 1, "l1": 1, "l2": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
           "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}  # fmt: skip


def test_it_runs_only_where_it_was_seen_to_work() -> None:
    assert is_known(SOUND)
    for python in SEEN["cpython"]:
        for numpy in SEEN["numpy"]:
            assert is_known(replace(SOUND, python=python, numpy=numpy))
    for change in (
        {"implementation": "pypy"},
        {"python": (3, 99)},
        {"python": (4, 0)},
        {"numpy": (2, 99)},
        {"numpy": (3, 0)},
        {"pointer": 4},
        {"little": False},
        {"head": 24},
    ):
        assert not is_known(replace(SOUND, **change)), change


def test_free_threaded_python_takes_the_safe_way() -> None:
    """With its lock or without, whatever the switch says: its objects have another head."""
    for build in (
        replace(SOUND, python=(3, 13), free_threaded=True),
        replace(SOUND, python=(3, 13), free_threaded=True, head=32),
        replace(SOUND, python=(3, 13), head=32),
    ):
        for switch in ("", "on", "unseen"):
            assert not is_known(build, switch)


def test_a_version_not_seen_needs_to_be_asked_for() -> None:
    new = replace(SOUND, python=(3, 99))
    assert not is_known(new)
    assert is_known(new, "unseen")
    for off in ("off", "0", "no", "OFF"):
        assert not is_known(SOUND, off)


ACROSS = dict.fromkeys(("rz1", "Ixz1", "Iyz1", "rz2", "Ixz2", "Iyz2"), 0.1)
"""What the bearings alone feel."""


def arm() -> Any:
    return torsor.compile("planar2r", NUMBERS | ACROSS)


def test_the_switch_changes_the_way_and_not_a_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = arm()
    monkeypatch.setenv("TORSOR_ARRAY_ENTRY", "off")
    safe = arm()
    assert isinstance(safe.inverse_dynamics, CompiledFunction)
    rng = np.random.default_rng(0)
    for _ in range(3):
        for name in fast.functions:
            given = [rng.uniform(-2, 2, array.size) for array in fast.program(name).inputs]
            one, other = getattr(fast, name)(*given), getattr(safe, name)(*given)
            assert one.tobytes() == other.tobytes()
            assert one.shape == other.shape
            out = np.empty_like(one)
            assert getattr(fast, name)(*given, out=out) is out
            assert out.tobytes() == one.tobytes()


ABUSE = """
import gc, sys
import numpy as np, torsor
from tests.program.test_array_entry import NUMBERS, arm
f, M = arm().inverse_dynamics, arm().mass_matrix
q = np.array([0.3, -0.7])
wanted = f(q, q, q)
class Own(np.ndarray):
    pass
strange = [None, 1, "q", (), object(), np.ndarray, np.float64(1), q[:1], q[::-1], q.tolist(),
           q.astype(np.float32), q.astype(object), q.view(Own), np.zeros((2, 2)), np.zeros((0, 2)),
           q.astype(">f8"), np.zeros(4)[::2], np.array(1.0), memoryview(q), q.reshape(2, 1)]
for value in strange:
    for k in range(3):
        given = [q, q, q]
        given[k] = value
        for named in ({}, {"out": np.empty(2)}, {"out": value}):
            try:
                f(*given, **named)
            except (torsor.TorsorError, TypeError):
                pass
q[:] = [0.3, -0.7]     # some of the strange ones are its own memory
for _ in range(5000):
    r = f(q, q, q)
    m = M(q)
    out = np.empty(2)
    assert f(q, q, q, out=out) is out
before = sys.getrefcount(q), sys.getrefcount(out)
for _ in range(2000):
    f(q, q, q, out=out)
assert before == (sys.getrefcount(q), sys.getrefcount(out))
for _ in range(30):     # functions that go in circles, with the collector at work
    circle = [arm().inverse_dynamics]
    circle.append(circle)
    circle[0](q, q, q)
    del circle
    gc.collect()
assert f(q, q, q).tobytes() == wanted.tobytes()
print(type(f).__name__)
"""


def test_nothing_that_is_handed_over_ends_the_process() -> None:
    found = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", ABUSE],
        capture_output=True, text=True, check=False, timeout=120, env={**os.environ},
    )  # fmt: skip
    kind = "builtin_function_or_method" if cpython_layout.is_trusted() else "CompiledFunction"
    assert found.stdout.split() == [kind], found.stderr


def test_this_build_is_what_it_says() -> None:
    build = describe_build()
    assert build.python == sys.version_info[:2]
    assert build.free_threaded == ("t" in getattr(sys, "abiflags", ""))
    gc.collect()
