"""A robot's functions as machine code in memory: made, or fetched from the disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torsor.algebra.formula import Formula
from torsor.errors import MissingValueError
from torsor.program.jit import cache
from torsor.program.jit.builtin import write_entry
from torsor.program.jit.cache import Head, stamp_sources
from torsor.program.jit.machine import Loaded, machine, object_code
from torsor.program.jit.signature import BATCH, rollout
from torsor.robot.frame_names import FrameName
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters

if TYPE_CHECKING:
    from torsor.program.graph.program import Program

KINDS = {"float64": "double", "float32": "float"}
"""NumPy's names of floats, and LLVM's."""


@dataclass(frozen=True)
class Recipe:
    """What functions are made from: a robot made ready, and its numbers."""

    robot: Robot
    values: Mapping[str, Formula]
    frame: FrameName = "tool"
    """Whose motion is asked for, where a function is of a frame."""

    def program(self, name: str) -> Program:
        """A function as a straight-line program."""
        from torsor.program.functions.programs import build_program

        made = build_program(self.robot, name, self.values, frame=self.frame)
        if made.parameters:
            lacking = [n for n in parameters(self.robot) if n in made.parameters]
            raise MissingValueError(f"{name} needs a value for {', '.join(lacking)}")
        return made

    def key(self, name: str, float_: str) -> str:
        """The name of a function's code on the disk: a digest of all that it is made from."""
        robot = self.robot
        return cache.key(
            (robot.joints, robot.links, robot.tool, robot.payload, robot.gravity),
            (robot.bodies, robot.kinds),
            sorted((n, str(v)) for n, v in self.values.items()),
            (name, self.frame, float_, machine(), sys.implementation.cache_tag, stamp_sources()),
        )


@dataclass(frozen=True)
class Kernel:
    """Machine code of a function for one kind of float, and what holds it in memory."""

    head: Head
    loaded: Loaded
    address: int
    call: Callable[..., int]
    constants: int


def load_kernel(recipe: Recipe, name: str, float_: str) -> Kernel:
    """A function of a robot: ``single``, ``batch`` and ``entry``."""

    def write(made: Program) -> str:
        from torsor.program.jit.kernel import write_kernels

        text = write_kernels(made, float_, machine().lanes(float_))
        return text + "\n" + write_entry(made, float_)

    head, loaded = _code(recipe, name, name, float_, write)
    address = loaded.address(BATCH.name)
    return Kernel(head, loaded, address, BATCH.foreign(address), loaded.place("constants"))


def load_rollout(recipe: Recipe) -> Kernel:
    """Motions of a robot under what acts on it, in double precision."""

    def write(made: Program) -> str:
        from torsor.program.jit.rollout_code import write_rollout

        return write_rollout(made, machine().lanes("double"))

    head, loaded = _code(recipe, "rollout", "forward_dynamics", "double", write)
    signature = rollout([n for n, _ in head["arguments"][2:]])
    address = loaded.address(signature.name)
    return Kernel(head, loaded, address, signature.foreign(address), loaded.place("constants"))


def _code(
    recipe: Recipe, name: str, function: str, float_: str, write: Callable[[Program], str]
) -> tuple[Head, Loaded]:
    """Code by its name, from the disk if it is there; else written for one of the functions."""
    key = recipe.key(name, float_)
    entry = cache.read(key)
    if entry is None:
        made = recipe.program(function)
        head: Head = {
            "arguments": [(a.name, a.size) for a in made.inputs],
            "shape": list(made.output.shape),
            "operations": made.operations,
        }
        entry = (head, object_code(write(made)))
        cache.write(key, *entry)
    return entry[0], Loaded(entry[1])
