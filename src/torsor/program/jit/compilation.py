"""A robot's functions as machine code in memory: made, or fetched from the disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torsor.algebra.formula import Formula
from torsor.algebra.scalars.floats import to_float
from torsor.errors import MissingValueError
from torsor.program.array_function import Varied
from torsor.program.graph.program import PARAMETERS
from torsor.program.jit import cache
from torsor.program.jit.builtin import write_entry
from torsor.program.jit.cache import Head, stamp_sources
from torsor.program.jit.kernel import Kernel
from torsor.program.jit.machine import Loaded, machine, object_code
from torsor.program.jit.writing.signature import BATCH, SET_UP, rollout
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
    vary: tuple[str, ...] = ()
    """The symbols that come in with every call."""

    @property
    def built_in(self) -> dict[str, Formula]:
        """The numbers that do not vary."""
        return {name: value for name, value in self.values.items() if name not in self.vary}

    @property
    def varied(self) -> Varied:
        """What varies, with the robot's own numbers."""
        own = [self.values.get(name) for name in self.vary]
        return Varied(self.vary, tuple(None if v is None else to_float(v) for v in own))

    def program(self, name: str) -> Program:
        """A function as a straight-line program."""
        from torsor.program.functions.programs import build_program

        made = build_program(self.robot, name, self.built_in, frame=self.frame, vary=self.vary)
        lacking = [n for n in parameters(self.robot) if n in {*made.parameters} - {*self.vary}]
        if lacking:
            raise MissingValueError(f"{name} needs a value for {', '.join(lacking)}")
        return made

    def key(self, name: str, float_: str) -> str:
        """The name of a function's code on the disk: a digest of all that it is made from."""
        robot = self.robot
        return cache.key(
            (robot.joints, robot.links, robot.tool, robot.payload, robot.gravity),
            (robot.bodies, robot.kinds),
            sorted((n, str(v)) for n, v in self.built_in.items()),
            (
                name,
                self.frame,
                self.vary,
                float_,
                machine(),
                sys.implementation.cache_tag,
                stamp_sources(),
            ),
        )


def load_kernel(recipe: Recipe, name: str, float_: str) -> Kernel:
    """A function of a robot: ``single``, ``batch`` and ``entry``; each row has its parameters."""

    def write(made: Program) -> str:
        from torsor.program.jit.writing.kernel import write_kernels

        text = write_kernels(made, float_, machine().lanes(float_))
        return text + "\n" + write_entry(made, float_)

    return _load(*_code(recipe, name, name, float_, write))


def load_kernel_set_up_once(recipe: Recipe, name: str, float_: str) -> Kernel:
    """The same without ``entry``, with one set of parameters for all rows."""

    def write(made: Program) -> str:
        from torsor.program.jit.writing.kernel import write_kernels_set_up_once

        return write_kernels_set_up_once(made, float_, machine().lanes(float_))

    kernel = _load(*_code(recipe, f"{name} set up once", name, float_, write))
    arguments = [pair for pair in kernel.head["arguments"] if pair[0] != PARAMETERS]
    head: Head = {**kernel.head, "arguments": arguments}
    set_up = SET_UP.foreign(kernel.loaded.address(SET_UP.name))
    return replace(kernel, head=head, set_up=set_up)


def _load(key: str, head: Head, loaded: Loaded) -> Kernel:
    address = loaded.address(BATCH.name)
    return Kernel(head, loaded, address, BATCH.foreign(address), loaded.place("constants"), key)


def load_rollout(recipe: Recipe, method: str = "rk4") -> Kernel:
    """Motions of a robot under what acts on it, in double precision."""

    def write(made: Program) -> str:
        from torsor.program.jit.writing.rollout_code import write_rollout

        return write_rollout(made, machine().lanes("double"), method)

    key, head, loaded = _code(recipe, f"rollout {method}", "forward_dynamics", "double", write)
    signature = rollout([n for n, _ in head["arguments"][2:]])
    address = loaded.address(signature.name)
    place = loaded.place("constants")
    return Kernel(head, loaded, address, signature.foreign(address), place, key)


def describe_program(made: Program) -> Head:
    """What is told of a function's code."""
    return {
        "arguments": [(a.name, a.size) for a in made.inputs],
        "shape": list(made.output.shape),
        "operations": made.operations,
        "constants": len(made.constants),
        "shapes": {a.name: list(a.shape) for a in made.inputs if len(a.shape) != 1},
    }


def _code(
    recipe: Recipe, name: str, function: str, float_: str, write: Callable[[Program], str]
) -> tuple[str, Head, Loaded]:
    """Code by its name, from the disk if it is there; else written for one of the functions."""
    key = recipe.key(name, float_)
    entry = cache.read(key)
    if entry is None:
        made = recipe.program(function)
        entry = (describe_program(made), object_code(write(made)))
        cache.write(key, *entry)
    return key, entry[0], Loaded(entry[1])
