"""Objects that run on their machines, or under QEMU, give the engine's bits within their stack."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.program.objects.emulating import run_object
from tests.program.truth import library_truth

import torsor
from torsor.robot.symbols import parameters

STATES = 1000
FUNCTIONS = ("inverse_dynamics", "forward_dynamics")
MACHINES = [
    ("x86_64", 64), ("x86_64", 32), ("aarch64", 64), ("riscv64", 64),
    ("thumbv7em-none-eabihf", 32), ("thumbv8m.main-none-eabihf", 32),
]  # fmt: skip
CASES = [(robot, *machine) for machine in MACHINES for robot in ("puma560", "rttrr")]
CASES += [("rttrr", "aarch64", 32), ("rttrr", "riscv64", 32)]


@cache
def robot_of(name: str) -> Any:
    truth = library_truth(name)
    return truth.robot, truth.numbers, torsor.compile(truth.robot, truth.numbers)


def states(structure: str, bits: int) -> list[Any]:
    """Random ones, of which some angles are large and a few enormous."""
    random = np.random.default_rng(21)
    q, dq, force = random.uniform(-3, 3, (3, STATES, len(structure)))
    turning = np.array([kind == "R" for kind in structure])
    q[::7, turning] *= 1e5
    q[3, turning] *= 1e30
    return [a.astype(np.float64 if bits == 64 else np.float32) for a in (q, dq, force)]


@pytest.mark.parametrize(("robot", "triple", "bits"), CASES)
def test_an_object_gives_the_bits_of_the_engine_within_its_stack(robot, triple, bits, tmp_path):
    made, numbers, arm = robot_of(robot)
    files = torsor.code(
        made, "object", numbers, FUNCTIONS, name="arm", float32=bits == 32, triple=triple
    )
    given = states(made.structure, bits)
    for function in FUNCTIONS:
        found, used = run_object(files["arm.o"], triple, f"arm_{function}", given, arm.n, tmp_path)
        wanted = getattr(arm, function)(*given)
        assert found.dtype == wanted.dtype
        assert found.tobytes() == wanted.tobytes()
        told = files.stack[f"arm_{function}"]
        assert told - 64 <= used <= told


def test_floats_are_built_in_as_the_numbers_that_they_are(tmp_path):
    robot = torsor.load("scara").with_payload("none")
    values = {name: 0.3 + 0.01 * k for k, name in enumerate(parameters(robot))}
    arm = torsor.compile(robot, values)
    files = torsor.code(robot, "object", values, FUNCTIONS, name="arm", triple="x86_64")
    given = states(robot.structure, 64)
    for function in FUNCTIONS:
        found, _ = run_object(files["arm.o"], "x86_64", f"arm_{function}", given, arm.n, tmp_path)
        assert found.tobytes() == getattr(arm, function)(*given).tobytes()
