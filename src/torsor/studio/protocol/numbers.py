"""Numbers at a posture, and the functions that the page moves a robot by."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from torsor.studio.protocol.description import Description, Effect


class NumbersQuestion(TypedDict):
    """``numbers``: the closed form at a posture; a robot's own numbers fill in."""

    robot: Description
    values: dict[str, float]
    what: NotRequired[list[str]]
    """Any of tau, M, C, g, payload, friction, spring, K, U; all if left out."""


class Numbers(TypedDict):
    """The numbers by name; none where symbols have no value, which are ``missing``."""

    numbers: dict[str, Any]
    missing: list[str]


class WeighQuestion(TypedDict):
    """``weigh``: the terms of an equation by their size at a posture, the largest first."""

    robot: Description
    equation: str
    values: dict[str, float]
    count: NotRequired[int]
    notation: NotRequired[str]


class Weighed(TypedDict):
    """A term and what it is worth."""

    mathml: str
    text: str
    term: str
    effect: Effect
    links: list[int]
    value: float


class Weights(TypedDict):
    """The largest terms, the sum by effect and by link, and the whole."""

    terms: list[Weighed]
    by_effect: dict[str, float]
    by_link: dict[str, float]
    total: float


class ProgramQuestion(TypedDict):
    """``program``: the robot's functions as a JavaScript module, for a worker.

    Of functions q ↦ numbers, every array flat and row by row. Without names:
    inverse_dynamics, forward_dynamics, mass_matrix, gravity, forward_kinematics, jacobian,
    kinetic_energy, potential_energy. What a robot without joints cannot have is left out.
    """

    robot: Description
    functions: NotRequired[list[str]]


class ProgramFunction(TypedDict):
    """``name(k, ...inputs)`` gives a ``Float64Array``; ``k`` only where there are parameters."""

    name: str
    inputs: list[str]
    shape: list[int]
    says: str


class ProgramAnswer(TypedDict):
    """A module that exports the functions and, with parameters, ``setup(values)`` that makes k."""

    module: str
    parameters: list[str]
    functions: list[ProgramFunction]
    operations: dict[str, dict[str, int]]
    coordinates: list[Literal["R", "T"]]
