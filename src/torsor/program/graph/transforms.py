"""Programs from programs: derivatives along directions and back from weights, in any nesting.

The one that goes forwards takes a direction ``v_q`` beside each input ``q`` it is asked for, and
gives J v; the one that goes backwards takes weights ``w`` as many as there are outputs, and gives
wᵀ J, the gradients of the inputs one after another. Both are programs again. Entries of directions
and weights are called ``v[q1]`` and ``w[2]``, as no symbol can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from torsor.errors import UnknownNameError, shown, suggestion
from torsor.program.graph.differentiation import differentiate_along, differentiate_backwards
from torsor.program.graph.nodes import Operand
from torsor.program.graph.passes import lighten
from torsor.program.graph.program import Array, Program

DIRECTION, WEIGHTS, GRADIENT = "v", "w", "gradient"


@dataclass(frozen=True)
class Push:
    """A derivative along directions in the making: all but its outputs, and each entry's rate."""

    program: Program
    rates: dict[str, Operand]


@dataclass(frozen=True)
class Pull:
    """Gradients in the making: all but the outputs, the weights, and the names of the entries."""

    program: Program
    weights: tuple[Operand, ...]
    names: tuple[str, ...]


def prepare_push(program: Program, by: Sequence[str]) -> Push:
    """Directions beside some of the inputs."""
    chosen = choose_inputs(program, by)
    along = [_name_direction(program, array) for array in chosen]
    rates: dict[str, Operand] = {
        name: program.graph.input(rate)
        for array, direction in zip(chosen, along, strict=True)
        for name, rate in zip(array.names, direction.names, strict=True)
    }
    made = replace(
        program,
        name=f"{program.name}|jvp:{','.join(by)}",
        says=f"the derivative of {program.output.name} along {', '.join(a.name for a in along)}",
        inputs=(*program.inputs, *along),
        outputs=(),
    )
    return Push(made, rates)


def prepare_pull(program: Program, by: Sequence[str]) -> Pull:
    """Weights of the outputs."""
    names = tuple(name for array in choose_inputs(program, by) for name in array.names)
    weights = _name_weights(program)
    made = replace(
        program,
        name=f"{program.name}|vjp:{','.join(by)}",
        says=f"the gradient of {weights.name}·{program.output.name} by {', '.join(by)}",
        inputs=(*program.inputs, weights),
        output=Array(GRADIENT, (len(names),)),
        outputs=(),
    )
    return Pull(made, tuple(program.graph.input(name) for name in weights.names), names)


def push_forward(program: Program, by: Sequence[str]) -> Program:
    """J v: the derivative of the outputs along directions of some of the inputs."""
    push = prepare_push(program, by)
    outputs = differentiate_along(program.graph, program.outputs, push.rates)
    return replace(push.program, outputs=tuple(lighten(program.graph, outputs)))


def pull_back(program: Program, by: Sequence[str]) -> Program:
    """wᵀ J: the gradients of the weighted outputs by some of the inputs."""
    pull = prepare_pull(program, by)
    found = differentiate_backwards(program.graph, program.outputs, pull.weights, pull.names)
    return replace(pull.program, outputs=tuple(lighten(program.graph, found)))


TRANSFORMS: dict[str, Callable[[Program, Sequence[str]], Program]] = {
    "jvp": push_forward,
    "vjp": pull_back,
}
"""What derives a program, by the name that it has in a derived function's."""


def choose_inputs(program: Program, by: Sequence[str]) -> list[Array]:
    """The inputs of these names, each once."""
    known = {array.name: array for array in program.inputs}
    for name in by:
        if name not in known:
            raise UnknownNameError(
                f"{program.name} has no argument {shown(name)}{suggestion(name, known)}; "
                f"it takes {', '.join(known)}"
            )
    if not by or len(set(by)) < len(by):
        raise UnknownNameError(
            f"{program.name} is differentiated by its arguments, each named once: "
            f"{', '.join(known)}"
        )
    return [known[name] for name in by]


def _name_direction(program: Program, array: Array) -> Array:
    """The array of a direction of an input: ``v_q``, or ``v2_q`` where that is taken."""
    stem = _free(program, DIRECTION, f"_{array.name}")
    return Array(f"{stem}_{array.name}", array.shape, tuple(f"{stem}[{n}]" for n in array.names))


def _name_weights(program: Program) -> Array:
    """The array of weights of the outputs: ``w``, or ``w2`` where that is taken."""
    stem = _free(program, WEIGHTS)
    names = tuple(f"{stem}[{k}]" for k in range(1, program.output.size + 1))
    return Array(stem, program.output.shape, names)


def _free(program: Program, stem: str, rest: str = "") -> str:
    taken, level = {array.name for array in program.inputs}, 1
    while f"{stem}{level if level > 1 else ''}{rest}" in taken:
        level += 1
    return f"{stem}{level if level > 1 else ''}"
