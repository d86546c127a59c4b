"""NVIDIA's own assembler takes every kernel, and it fits: registers and spills."""

from __future__ import annotations

import os
import shutil
from functools import cache
from typing import Any

import pytest
from benchmarks.gpu.registers import Assembled, assemble_function, assemble_rollout
from benchmarks.gpu.robots import arm_of

from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.gpu.strategy import DIRECT, QUICK, STAGED, Strategy

pytestmark = pytest.mark.skipif(shutil.which("ptxas") is None, reason="there is no ptxas")

LARGEST = 8000
"""Functions of more operations than this keep the assembler busy for many seconds."""
EVERY = os.environ.get("TORSOR_PROVE") == "all"
ROBOTS = ("puma560", "iiwa") if EVERY else ("puma560",)


@cache
def program(robot: str, name: str) -> Any:
    return arm_of(robot).program(name)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_every_function_of_the_catalogue_is_taken(robot: str, name: str) -> None:
    made = program(robot, name)
    if not EVERY and sum(made.operations.values()) > LARGEST:
        pytest.skip("long to assemble; make prove does")
    for float_ in ("float", "double"):
        assert assemble_function(made, float_).registers <= 255


def limits(name: str) -> dict[str, tuple[int, int]]:
    """The most registers, and bytes spilled, of a kernel in single and in double precision."""
    return {
        "inverse_dynamics": {"float": (80, 0), "double": (152, 0)},
        "forward_dynamics": {"float": (88, 0), "double": (168, 0)},
    }[name]


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
@pytest.mark.parametrize("robot", ["puma560", "iiwa"])
def test_dynamics_stay_in_registers(robot: str, name: str) -> None:
    for float_, (registers, spilled) in limits(name).items():
        found = assemble_function(program(robot, name), float_, QUICK)
        assert found.registers <= registers and found.spilled <= spilled
        assert not assemble_function(program(robot, name), float_).spilled


@pytest.mark.parametrize("strategy", [STAGED, Strategy(registers=128), Strategy(threads=256)])
def test_every_strategy_is_taken(strategy: Strategy) -> None:
    found = assemble_function(program("puma560", "forward_dynamics"), "double", strategy)
    assert found.registers <= (strategy.registers or 255)


@pytest.mark.parametrize("generation", [75, 80, 86, 89, 90])
def test_every_generation_is_taken(generation: int) -> None:
    made = program("puma560", "inverse_dynamics")
    assert isinstance(assemble_function(made, "float", DIRECT, generation), Assembled)


@pytest.mark.parametrize("method", ["rk4", "euler"])
def test_motions_in_single_precision_stay_in_registers(method: str) -> None:
    found = assemble_rollout(program("iiwa", "forward_dynamics"), "float", method, QUICK)
    assert found.registers <= 136 and not found.spilled
    assert assemble_rollout(program("puma560", "forward_dynamics"), "double", method).registers
