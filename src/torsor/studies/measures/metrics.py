"""What is measured of each design: a table of metrics, each with its columns and units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import shown, suggestion
from torsor.motion.units import find_sliding
from torsor.studies.errors import StudyError
from torsor.studies.measures.block import POSTURES, Block
from torsor.studies.measures.frequencies import natural_frequencies
from torsor.studies.measures.joint_loads import BORNE, bearing_life, equivalent_load
from torsor.studies.measures.motor_margins import measure_margins, sum_masses
from torsor.studies.measures.reach import coordinate_limits, measure_reach
from torsor.studies.measures.section_area import section_areas
from torsor.studies.measures.time_scaling import PACES, drive_limits, fastest_pace
from torsor.studies.measures.tool_states import QUANTITIES

if TYPE_CHECKING:
    from torsor.motion.dynamics.bearings import Bearing
    from torsor.program.arm import Arm
    from torsor.robot.robot import Robot

Measure = Callable[[Block], Array]
"""A number for each design, or a row of them."""


@dataclass(frozen=True)
class Metric:
    """One metric; ``of`` (``coordinate``, ``joint``, ``motor``) is what it has columns for each of.

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
    also: tuple[str, ...] = ()
    """Further functions of the arm."""
    postures: int = 0
    """Postures of each design that it looks at beside those of the motion."""

    def columns(self, robot: Robot, motors: Collection[int] = ()) -> dict[str, str]:
        """The columns with their units."""
        if self.of == "motor":
            return {f"{self.name}{k}": self.unit[0] for k in sorted(motors)}
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


WAYS = {"min": "least", "mean": "mean", "rms": "RMS of the", "peak": "greatest"}


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
    return _longest(_times(block.jacobian[:, :, :3], block.rates))


def _tool_acceleration(block: Block) -> Array:
    turning = _times(block.jacobian[:, :, :3], block.accelerations)
    found: Array = turning + block.along("jacobian_rate")[:, :, :3]  # J q̈ + J̇ q̇
    return _longest(found)


def _times(J: Array, x: Array) -> Array:
    """J x, of x that all designs may share."""
    if x.shape[1] == 1:
        shared: Array = np.einsum("sdij,sj->sdi", J, x[:, 0])
        return shared
    own: Array = np.einsum("sdij,sdj->sdi", J, x)
    return own


def _of_tool(name: str, take: str, over_workspace: bool) -> Measure:
    """A quantity of the tool's point on the way, or over the workspace, all postures alike."""

    def measure(block: Block) -> Array:
        x: Array = getattr(block.workspace if over_workspace else block.tool, name)
        return _take(take, x, _plain_mean if over_workspace else block.mean)

    return measure


def _plain_mean(x: Array) -> Array:
    found: Array = x.mean(axis=0)
    return found


def _tool_metrics() -> list[Metric]:
    found = []
    for name, (meaning, unit) in QUANTITIES.items():
        weighs = "mass" in name or "dynamic" in name or "inertia" in name
        needs, also = ("mass_matrix", ("jacobian",)) if weighs else ("jacobian", ())
        for prefix, where in (("", "on the way"), ("workspace_", "over the workspace")):
            found += [
                Metric(f"{prefix}{way}_{name}", f"{word} {meaning} {where}", (unit, unit), "",
                       needs, _of_tool(name, way, bool(prefix)), along=not prefix, also=also,
                       postures=POSTURES if prefix else 0)
                for way, word in WAYS.items()
            ]  # fmt: skip
    return found


def _take(way: str, x: Array, mean: Callable[[Array], Array]) -> Array:
    """The least, mean, RMS or greatest of numbers down the first axis."""
    if way == "mean":
        return mean(x)
    if way == "rms":
        return np.sqrt(mean(x * x))
    found: Array = (np.minimum if way == "min" else np.maximum).reduce(x, axis=0)
    return found


def _of_springs(way: str) -> Measure:
    return lambda b: _take(way, natural_frequencies(b.mass_matrix, b.stiffness), b.mean)


def _frequency_metrics() -> list[Metric]:
    """Rising: the first of the coordinates' columns has the lowest frequency."""
    return [
        Metric(f"{way}_natural_frequency", f"{word} natural frequency on the springs",
               ("Hz", "Hz"), "coordinate", "inverse_dynamics", _of_springs(way),
               also=("mass_matrix",))
        for way, word in WAYS.items()
    ]  # fmt: skip


def _least_cycle_time(block: Block) -> Array:
    force, speed = drive_limits(block.arm.robot)
    taus = np.stack([block.at_pace(pace) for pace in PACES])
    found: Array = block.durations / fastest_pace(taus, block.rates, force, speed)
    return found


def _energy(block: Block) -> Array:
    found: Array = block.mean(np.maximum(block.power, 0)).sum(axis=1) * block.durations
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
def _certify(arm: Arm) -> float:
    from torsor.proof.certificate import verify

    return float(verify(arm.robot).holds)


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
        Metric("rms_power", "RMS of the power", ("W", "W"), "coordinate", "inverse_dynamics",
               lambda b: _rms(b, b.power)),
        Metric("mean_power", "mean power of the driving phases", ("W", "W"), "coordinate",
               "inverse_dynamics", lambda b: b.mean(np.maximum(b.power, 0))),
        Metric("energy", "energy that the drives give in a cycle, braking not counted", ("J", "J"),
               "", "inverse_dynamics", _energy),
        Metric("net_energy", "energy of a cycle, braking given back", ("J", "J"), "",
               "inverse_dynamics",
               lambda b: b.mean(b.power).sum(axis=1) * b.durations),
        Metric("peak_speed", "largest speed of the coordinate", ("rad/s", "m/s"), "coordinate",
               "", lambda b: np.broadcast_to(peak(b.rates), (b.count, b.rates.shape[-1]))),
        Metric("cycle_time", "duration of the motion", ("s", "s"), "", "",
               lambda b: b.durations),
        Metric("least_cycle_time", "duration of the motion as fast as joints' limits allow",
               ("s", "s"), "", "inverse_dynamics", _least_cycle_time),
        Metric("motor_margin", "least margin of the coordinate's motor (torsor actuators)",
               ("", ""), "motor", "inverse_dynamics", measure_margins),
        Metric("motor_mass", "mass of all motors that are factors", ("kg", "kg"), "", "",
               sum_masses, along=False),
        *_reaction_metrics(),
        Metric("equivalent_load", "equivalent dynamic load of the joint's bearing (ISO 281)",
               ("N", "N"), "joint", "reactions", equivalent_load),
        Metric("bearing_life", "rating life L10 of the joint's bearing (ISO 281)",
               ("h", "h"), "joint", "reactions", bearing_life),
        Metric("peak_tool_speed", "largest speed of the tool's point", ("m/s", "m/s"), "",
               "jacobian", _tool_speed),
        Metric("peak_tool_acceleration", "largest acceleration of the tool's point",
               ("m/s^2", "m/s^2"), "", "jacobian_rate", _tool_acceleration),
        *_tool_metrics(),
        *_frequency_metrics(),
        Metric("reach", "greatest distance of the tool's point from joint 1", ("m", "m"), "",
               "forward_kinematics", lambda b: measure_reach(b.arm, b.sets), along=False),
        Metric("section_area", "area of the workspace's section, or of a planar arm's plane",
               ("m^2", "m^2"), "", "forward_kinematics",
               lambda b: section_areas(b.arm, b.sets), along=False),
        Metric("certificate", "1 where every claim of torsor verify holds", ("", ""), "",
               "", _of_structure(_certify), along=False),
        Metric("operations", "multiplications and additions of the inverse dynamics", ("", ""), "",
               "", _of_structure(_count_operations), along=False),
        Metric("base_parameters", "how many base parameters there are", ("", ""), "", "",
               _of_structure(_count_base_parameters), along=False),
    )
}  # fmt: skip
"""Every metric by its name."""


MOTOR_METRICS = ("motor_margin", "motor_mass")
"""Metrics of motors that are factors."""


def find_metric(name: object, known: Mapping[str, Metric] = METRICS) -> Metric:
    """A metric by its name; the nearest are suggested."""
    if not isinstance(name, str):
        raise StudyError(f"metrics: expected names, not {shown(str(name))}")
    if name not in known:
        hint = suggestion(name, known) or "; torsor study --metrics lists them"
        raise StudyError(f"metrics: unknown {shown(name)}{hint}")
    return known[name]


def check_metric(metric: Metric, robot: Robot, moves: bool, bearing: Bearing | None) -> None:
    """Refuse a metric that a robot or a study has no answer to."""
    if metric.name in ("equivalent_load", "bearing_life") and bearing is None:
        raise StudyError(f"metrics: {metric.name} needs a table [bearing]")
    if metric.name == "bearing_life" and (bearing is None or bearing.rating is None):
        raise StudyError("metrics: bearing_life needs the bearing's 'rating'")
    if metric.along and not moves:
        raise StudyError(f"metrics: {metric.name} is measured along a motion; expected 'scenario'")
    if metric.name in ("reach", "section_area") or metric.postures:
        coordinate_limits(robot)
    if metric.name == "least_cycle_time":
        drive_limits(robot)
    if metric.name.endswith("natural_frequency") and not any(k.drive.spring for k in robot.links):
        raise StudyError(f"metrics: {metric.name}: {robot.name!r} has no springs; with = 'springs' "
                         "gives every joint one")  # fmt: skip
