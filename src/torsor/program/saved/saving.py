"""An arm's functions into a file, as machine code for machines by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from torsor import files
from torsor.errors import ArgumentValueError, MissingValueError
from torsor.program.functions.catalogue import refuse_unknown
from torsor.program.jit.compilation import KINDS, Recipe, describe_program
from torsor.program.jit.machine import FLOATS
from torsor.program.jit.writing.kernel import write_kernels, write_kernels_set_up_once
from torsor.program.jit.writing.signature import BATCH, SET_UP
from torsor.program.objects.emission import compile_module
from torsor.program.saved.linking import lay_out
from torsor.program.saved.machines import SavedMachine, read_machines
from torsor.program.saved.robot_file import PAGE, pack_robot
from torsor.program.saved.saved_arm import key_of

if TYPE_CHECKING:
    from torsor.program.graph.program import Program


def save_arm(
    recipe: Recipe,
    path: str | os.PathLike[str],
    machines: Sequence[str],
    functions: Sequence[str],
    is_all: bool,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Write the file whole, or not at all; with ``is_all`` those functions that have numbers."""
    chosen = read_machines(machines)
    if not os.fspath(path):
        raise ArgumentValueError("path is empty; expected the path of a file")
    files.check_writable(path)
    if not functions:
        raise ArgumentValueError("functions are none; expected those to save")
    programs = _find_programs(recipe, functions, is_all)
    images: dict[str, bytes] = {}
    places: dict[str, dict[str, int]] = {}
    for k, machine in enumerate(chosen):
        image = _Image(machine)
        for done, (name, made) in enumerate(programs.items(), 1):
            image.add(name, made)
            if progress is not None:
                progress(k * len(programs) + done, len(chosen) * len(programs))
        images[machine.name], places[machine.name] = bytes(image.content), image.places
    varied = recipe.varied
    head: dict[str, Any] = {
        "robot": recipe.robot.name,
        "n": recipe.robot.dof,
        "functions": {name: describe_program(made) for name, made in programs.items()},
        "vary": varied.names,
        "own": varied.own,
        "places": places,
    }
    files.write_file(path, pack_robot(head, images))


def _find_programs(recipe: Recipe, functions: Sequence[str], is_all: bool) -> dict[str, Program]:
    """The functions by name; of all, those that no number is missing for."""
    found: dict[str, Program] = {}
    missing: list[MissingValueError] = []
    for name in functions:
        refuse_unknown(name)
        try:
            found[name] = recipe.program(name)
        except MissingValueError as error:
            if not is_all:
                raise
            missing.append(error)
    if not found:
        raise missing[0]
    return found


class _Image:
    """Functions for a machine one after another, each from a page on, and where they are."""

    def __init__(self, machine: SavedMachine) -> None:
        self.machine = machine
        self.content = bytearray()
        self.places: dict[str, int] = {}

    def add(self, name: str, made: Program) -> None:
        """A function in both kinds of floats, also for one set of parameters if some vary."""
        for dtype, float_ in KINDS.items():
            lanes = self.machine.architecture.lanes(FLOATS[float_])
            self._put(key_of(name, dtype, False), write_kernels(made, float_, lanes))
            if made.varied:
                text = write_kernels_set_up_once(made, float_, lanes)
                self._put(key_of(name, dtype, True), text)

    def _put(self, key: str, assembly: str) -> None:
        laid = lay_out(compile_module(assembly, self.machine.platform), len(self.content))
        self.content += laid.content + bytes(-len(laid.content) % PAGE)
        for symbol in (BATCH.name, SET_UP.name):
            if symbol in laid.places:
                self.places[f"{key} {symbol}"] = laid.places[symbol]
