"""What is measured of each design: a table of metrics, each with its columns and units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import shown, suggestion
from torsor.motion.units import find_sliding
from torsor.studies.errors import StudyError
from torsor.studies.measures.block import Block
from torsor.studies.measures.reach import coordinate_limits, measure_reach

if TYPE_CHECKING:
    from torsor.program.arm import Arm
    from torsor.robot.robot import Robot

Measure = Callable[[Block], Array]
"""A number for each design, or a row of them."""


@dataclass(frozen=True)
class Metric:
    """One metric; ``of`` is ``coordinate``, ``joint`` or nothing: what it has a column for each of.

    ``unit`` is that of a coordinate that turns and of one that slides, where they differ.
    """

    name: str
    meaning: str
    unit: tuple[str, str]
    of: str
    needs: str
    """The function of the arm that it asks for."""
    measure: Measure
    along: bool = True
    """Whether it asks for a motion."""

    def columns(self, robot: Robot) -> dict[str, str]:
        """The columns with their units."""
        if self.of == "coordinate":
            slides = find_sliding(robot)
            return {f"{self.name}{k}": self.unit[s] for k, s in enumerate(slides, 1)}
        if self.of == "joint":
            return {f"{self.name}{k}": self.unit[0] for k in range(1, len(robot.joints) + 1)}
        return {self.name: self.unit[0]}


def peak(x: Array) -> Array:
    """The largest size over time."""
    found: Array = np.maximum(np.maximum.reduce(x, axis=0), -np.minimum.reduce(x, axis=0))
    return found


def _rms(block: Block, x: Array) -> Array:
    found: Array = np.sqrt(block.mean(x * x))
    return found


FORCE, MOMENT = 0, 3


def _squares(block: Block, first: int) -> tuple[Array, Array]:
    """Of every joint's force or moment, the squares along its axis and across it."""
    vectors = block.reactions[..., first : first + 3]
    if (np.count_nonzero(block.axes, axis=1) <= 1).all():  # an axis of the frame
        squares = vectors * vectors
        joints, main = np.arange(len(block.axes)), np.argmax(np.abs(block.axes), axis=1)
        others = (main + 1) % 3, (main + 2) % 3
        along = squares[:, :, joints, main]
        across = squares[:, :, joints, others[0]] + squares[:, :, joints, others[1]]
        return along, across
    sizes: Array = np.einsum("sdji,ji->sdj", vectors, block.axes)
    rest = vectors - sizes[..., None] * block.axes
    return sizes * sizes, np.einsum("sdji,sdji->sdj", rest, rest)


def _along(first: int) -> Measure:
    return lambda block: block.keep(first, _squares)[0]


def _across(first: int) -> Measure:
    return lambda block: block.keep(first, _squares)[1]


def _total(first: int) -> Measure:
    return lambda block: np.add(*block.keep(first, _squares))


BORNE = {
    "force": ("force through the joint", "N", _total(FORCE)),
    "axial_force": ("force along the joint's axis", "N", _along(FORCE)),
    "radial_force": ("force across the joint's axis", "N", _across(FORCE)),
    "moment": ("moment through the joint", "N m", _total(MOMENT)),
    "axial_moment": ("moment about the joint's axis", "N m", _along(MOMENT)),
    "tilting_moment": ("moment across the joint's axis", "N m", _across(MOMENT)),
}
"""What a joint bears, as squares: roots are taken when the time is out."""


def _over_time(take: Callable[[Block, Array], Array], square: Measure) -> Measure:
    return lambda block: take(block, square(block))


def _reaction_metrics() -> list[Metric]:
    ways: dict[str, tuple[str, Callable[[Block, Array], Array]]] = {
        "peak": ("largest", lambda block, square: np.sqrt(np.maximum.reduce(square, axis=0))),
        "rms": ("RMS of the", lambda block, square: np.sqrt(block.mean(square))),
        "mean": ("mean size of the", lambda block, square: block.mean(np.sqrt(square))),
    }
    return [
        Metric(f"{way}_{name}", f"{word} {meaning}", (unit, unit), "joint", "reactions",
               _over_time(take, square))
        for name, (meaning, unit, square) in BORNE.items()
        for way, (word, take) in ways.items()
    ]  # fmt: skip


def _longest(vectors: Array) -> Array:
    squares: Array = np.einsum("sdi,sdi->sd", vectors, vectors)
    found: Array = np.sqrt(np.maximum.reduce(squares, axis=0))
    return found


def _tool_speed(block: Block) -> Array:
    v: Array = np.einsum("sdij,sj->sdi", block.jacobian[:, :, :3], block.cycle.dq)
    return _longest(v)


def _tool_acceleration(block: Block) -> Array:
    turning: Array = np.einsum("sdij,sj->sdi", block.jacobian[:, :, :3], block.cycle.ddq)
    found: Array = turning + block.along("jacobian_rate")[:, :, :3]  # J q̈ + J̇ q̇
    return _longest(found)


def _manipulability(block: Block) -> Array:
    """Yoshikawa's √det(J Jᵀ) of the tool's point: the product of the singular values that it has
    in general, so that a planar arm has one too.
    """
    J = block.jacobian[:, :, :3]
    singular: Array = np.asarray(np.linalg.svd(J, compute_uv=False), np.float64)
    found: Array = np.prod(singular[..., : _tool_rank(block)], axis=-1)
    return found


def _tool_rank(block: Block) -> int:
    """In how many directions the tool's point can go in general."""
    q = np.random.default_rng(7).uniform(-1, 1, (8, block.arm.n))
    given = np.repeat(block.sets[:1], 8, axis=0) if block.sets.shape[1] else None
    J: Array = block.arm.jacobian(q, parameters=given)
    return max(1, int(np.max(np.linalg.matrix_rank(J[:, :3]))))


def _energy(block: Block) -> Array:
    found: Array = block.mean(np.maximum(block.power, 0)).sum(axis=1) * block.cycle.duration
    return found


def _of_structure(count: Callable[[Arm], float]) -> Measure:
    """A number that all designs of a structure share."""
    return lambda block: np.full(block.count, count(block.arm))


@lru_cache(maxsize=64)
def _count_operations(arm: Arm) -> float:
    from torsor.program.functions.operation_counts import count_robot_operations

    counts = count_robot_operations(arm.robot).get("inverse_dynamics", {})
    return float(sum(n for kind, n in counts.items() if kind != "trig"))


@lru_cache(maxsize=64)
def _count_base_parameters(arm: Arm) -> float:
    return float(len(arm.base_parameters))


FORCES = ("N m", "N")
METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("peak_tau", "largest driving force", FORCES, "coordinate", "inverse_dynamics",
               lambda b: peak(b.tau)),
        Metric("rms_tau", "RMS of the driving force", FORCES, "coordinate", "inverse_dynamics",
               lambda b: _rms(b, b.tau)),
        Metric("mean_tau", "mean size of the driving force", FORCES, "coordinate",
               "inverse_dynamics", lambda b: b.mean(np.abs(b.tau))),
        Metric("peak_power", "largest power", ("W", "W"), "coordinate", "inverse_dynamics",
               lambda b: peak(b.power)),
        Metric("mean_power", "mean power of the driving phases", ("W", "W"), "coordinate",
               "inverse_dynamics", lambda b: b.mean(np.maximum(b.power, 0))),
        Metric("energy", "energy that the drives give in a cycle, braking not counted", ("J", "J"),
               "", "inverse_dynamics", _energy),
        Metric("net_energy", "energy of a cycle, braking given back", ("J", "J"), "",
               "inverse_dynamics",
               lambda b: b.mean(b.power).sum(axis=1) * b.cycle.duration),
        Metric("peak_speed", "largest speed of the coordinate", ("rad/s", "m/s"), "coordinate",
               "", lambda b: np.tile(peak(b.cycle.dq), (b.count, 1))),
        Metric("cycle_time", "duration of the motion", ("s", "s"), "", "",
               lambda b: np.full(b.count, b.cycle.duration)),
        *_reaction_metrics(),
        Metric("peak_tool_speed", "largest speed of the tool's point", ("m/s", "m/s"), "",
               "jacobian", _tool_speed),
        Metric("peak_tool_acceleration", "largest acceleration of the tool's point",
               ("m/s^2", "m/s^2"), "", "jacobian_rate", _tool_acceleration),
        Metric("min_manipulability", "least manipulability of the tool's point on the way",
               ("", ""), "", "jacobian", lambda b: np.minimum.reduce(_manipulability(b), axis=0)),
        Metric("mean_manipulability", "mean manipulability of the tool's point on the way",
               ("", ""), "", "jacobian", lambda b: b.mean(_manipulability(b))),
        Metric("reach", "greatest distance of the tool's point from joint 1", ("m", "m"), "",
               "forward_kinematics", lambda b: measure_reach(b.arm, b.sets), along=False),
        Metric("operations", "multiplications and additions of the inverse dynamics", ("", ""), "",
               "", _of_structure(_count_operations), along=False),
        Metric("base_parameters", "how many base parameters there are", ("", ""), "", "",
               _of_structure(_count_base_parameters), along=False),
    )
}  # fmt: skip
"""Every metric by its name."""


def find_metric(name: object) -> Metric:
    """A metric by its name; the nearest are suggested."""
    if not isinstance(name, str):
        raise StudyError(f"metrics: expected names, not {shown(str(name))}")
    if name not in METRICS:
        hint = suggestion(name, METRICS) or "; torsor study --metrics lists them"
        raise StudyError(f"metrics: unknown {shown(name)}{hint}")
    return METRICS[name]


def check_metric(metric: Metric, robot: Robot, moves: bool) -> None:
    """Refuse a metric that a robot or a study has no answer to."""
    if metric.along and not moves:
        raise StudyError(f"metrics: {metric.name} is measured along a motion; expected 'scenario'")
    if metric.name == "reach":
        coordinate_limits(robot)
