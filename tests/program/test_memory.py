"""Machine code is given back when nothing refers to it, and no cache grows for ever."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest
from tests.program.truth import library_truth

import torsor
from torsor.program.jit import machine

if not Path("/proc/self/statm").exists():
    pytest.skip("no /proc here", allow_module_level=True)

START = """
import gc, os, resource
import numpy as np, torsor
def size():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
numbers = {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0.01, "rx2": 0.5, "ry2": 0.02,
           "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}
x = np.zeros(2)
def use(k, all=True):
    arm = torsor.compile("planar2r", {**numbers, "m1": 1 + k / 1024, "rx1": 0.5 + k / 2048})
    arm.inverse_dynamics(x, x, x)
    if not all:
        return
    arm.inverse_dynamics(*[np.zeros((9, 2), np.float32)] * 3)
    arm.coriolis(x, x)
    arm.rollout(x, x, x, 1e-3, 1)
def grown(count, robots):
    for k in range(count // 4):
        use(k % robots, robots == 1)
    before = size()
    for k in range(count // 4, count):
        use(k % robots, robots == 1)
    return size() - before
"""


@pytest.mark.parametrize(
    ("body", "most"),
    [
        # From the disk, and the garbage collector off: no circle may keep an arm.
        ("gc.disable(); print(grown(200, 1))", 4e6),
        # A new robot each time, compiled.
        ("os.environ['TORSOR_CACHE'] = 'off'; print(grown(60, 10**6))", 8e6),
    ],
    ids=["the same robot again and again", "another robot each time"],
)
def test_hundreds_of_arms_take_the_room_of_one(body: str, most: float) -> None:
    found = subprocess.run(
        [sys.executable, "-c", START + body],
        capture_output=True, text=True, check=True, timeout=300, env={**os.environ},
    )  # fmt: skip
    assert float(found.stdout) < most


def test_code_goes_with_the_last_that_refers_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arm may go before its functions, in circles or not; what can be called can run."""
    alive: weakref.WeakSet[machine.Loaded] = weakref.WeakSet()
    made = machine.Loaded.__init__

    def noted(self: machine.Loaded, code: bytes) -> None:
        made(self, code)
        alive.add(self)

    monkeypatch.setattr(machine.Loaded, "__init__", noted)
    truth = library_truth("planar2r")
    x = np.ones(2)
    arm = torsor.compile(truth.robot, truth.numbers | {"m1": 3.25})
    function = arm.inverse_dynamics
    assert len(alive) == 1
    wanted = function(x, x, x)
    del arm
    assert function(x, x, x).tobytes() == wanted.tobytes()
    assert len(alive) == 1
    circle = {"function": function}
    circle["self"] = circle
    del function, circle
    gc.collect()
    assert not alive
