"""Batches that are interrupted: the call ends when its workers have, and nothing else happens.

Each runs in a process of its own, so that a crash is a failed test.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import Any

import pytest

if not hasattr(signal, "setitimer"):
    pytest.skip("no timers here", allow_module_level=True)

START = """
import os, signal, time
import numpy as np, torsor
class Stop(Exception):
    pass
armed = True
def stop(*_):
    if armed:       # a signal may come to another thread, and be heard when the timer is off
        raise Stop
signal.signal(signal.SIGALRM, stop)
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
numbers = {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0, "rx2": 0.5, "ry2": 0,
           "Izz1": 0.1, "Izz2": 0.1, "g": 9.81}
arm = torsor.compile("planar2r", numbers, threads=2)
rng = np.random.default_rng(1)
"""

INTERRUPTED = """
N = 250_000
base = rng.standard_normal((N, 2))
wanted = arm.forward_dynamics(base, base, base)
took = time.perf_counter()
for _ in range(3):
    arm.forward_dynamics(base, base, base)
took = (time.perf_counter() - took) / 3
caught = returned = 0
for turn in range(200):
    arrays = [base.copy() for _ in range(3)]    # fresh memory, given back at once
    out = np.empty_like(base) if turn % 2 else None
    after = rng.uniform(0.05, 0.9) * took
    try:
        armed = True
        try:
            signal.setitimer(signal.ITIMER_REAL, after, 0.0003 * (turn % 3))
            found = arm.forward_dynamics(*arrays, out=out)
        finally:
            armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
        returned += 1
        assert found.tobytes() == wanted.tobytes()
    except Stop:
        armed = False
        caught += 1
        if out is not None:     # nobody writes into it any more
            out[:] = 7
            time.sleep(0.001)
            assert (out == 7).all()
    arrays = out = found = None
assert arm.forward_dynamics(base, base, base).tobytes() == wanted.tobytes()
assert caught > 20, (caught, returned, took)
print("over", flush=True)
"""

PROMPT = """
N = 2_000_000
base = rng.standard_normal((N, 2))
out = np.empty_like(base)
arm.forward_dynamics(base, base, base, out=out)
left = 0
for turn in range(200):     # interrupted early enough, pieces are left undone
    out[:] = np.nan
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.002)
        arm.forward_dynamics(base, base, base, out=out)
    except Stop:
        left = np.isnan(out).any(axis=1).sum()
    if left > N // 2:
        break
signal.setitimer(signal.ITIMER_REAL, 0)
assert left > N // 2, left
arm.rollout(base[:3], base[:3], np.zeros(2), 1e-9, 1)
start = time.perf_counter()
try:
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    arm.rollout(base[:3], base[:3], np.zeros(2), 1e-9, 10**12)
except Stop:
    print("over", flush=True)
assert time.perf_counter() - start < 5
"""

FORKED = """
N = 100_000
base = rng.standard_normal((N, 2))
wanted = arm.forward_dynamics(base, base, base)
for turn in range(5):
    child = os.fork()
    if not child:
        ok = np.array_equal(arm.forward_dynamics(base, base, base), wanted)
        os._exit(0 if ok else 3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
print("over", flush=True)
"""


@pytest.mark.parametrize(
    "body",
    [INTERRUPTED, PROMPT, FORKED],
    ids=["two hundred interrupted batches", "an interruption is heard soon", "after a fork"],
)
def test_a_call_ends_after_its_workers(body: str) -> None:
    found = run(body)
    assert (found.stdout.strip(), found.returncode) == ("over", 0), found.stderr


def test_the_keyboard_interrupts_too() -> None:
    body = """
N = 300_000
base = rng.standard_normal((N, 2))
arm.forward_dynamics(base, base, base)
while True:
    try:
        print("ready", flush=True)
        while True:
            arm.forward_dynamics(base.copy(), base, base)
    except KeyboardInterrupt:
        print("heard", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", START + body], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        for _ in range(5):
            assert process.stdout.readline() == "ready\n"
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "heard\n"
    finally:
        process.kill()
        process.wait()


def run(body: str) -> Any:
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", START + body],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
