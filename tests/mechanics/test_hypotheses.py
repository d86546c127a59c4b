"""A hypothesis made before the derivation is the substitution made after it, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.mechanics.exact import load, model, small_robots

import torsor
from torsor import Expression, Robot, TorsorError
from torsor.errors import UnknownNameError
from torsor.robot.hypotheses import assume
from torsor.robot.robot import INERTIA

GENERAL = ("planar2r", "cartesian", "3r", "rttrr", "tilted", "tree")
general_robots = pytest.mark.parametrize("name", GENERAL)


def zeros(robot: Robot, *stems: str) -> dict[str, int]:
    """Zero for these symbols of every link."""
    return {f"{stem}{i}": 0 for i in range(1, len(robot.links) + 1) for stem in stems}


def com_at_origin(robot: Robot) -> dict[str, Any]:
    return zeros(robot, "rx", "ry", "rz")


def principal_axes(robot: Robot) -> dict[str, Any]:
    return zeros(robot, "Ixy", "Ixz", "Iyz")


def point_masses(robot: Robot) -> dict[str, Any]:
    return zeros(robot, *(f"I{e}" for e in INERTIA))


def masses_at_link_ends(robot: Robot) -> dict[str, Any]:
    """Each mass centre where the next joint of the chain, or the tool, is placed."""
    ends = [*(joint.placement.offset for joint in robot.joints[1:]), robot.tool.offset]
    return {
        f"r{axis}{i}": str(entry)
        for i, end in enumerate(ends, 1)
        for axis, entry in zip("xyz", end, strict=True)
    }


NAMED = {f.__name__: f for f in (com_at_origin, principal_axes, point_masses)}


def agree(robot: Robot, general: torsor.Model, values: Mapping[str, Any]) -> bool:
    """Whether the robot's every driving force, M, C and g are the general ones at these values."""
    found = torsor.derive(robot)

    def same(special: Expression, whole: Expression) -> bool:
        wanted = whole.subs(values)
        return special.to(wanted.ring) == wanted

    pairs = [*zip(found.tau, general.tau, strict=True), *zip(found.g, general.g, strict=True)]
    for matrix, whole in ((found.M, general.M), (found.C, general.C)):
        for row, other in zip(matrix, whole, strict=True):
            pairs += zip(row, other, strict=True)
    return all(same(special, whole) for special, whole in pairs)


@general_robots
@pytest.mark.parametrize("hypothesis", NAMED)
def test_a_named_hypothesis_is_a_substitution(name: str, hypothesis: str) -> None:
    robot = load(name)
    assert agree(assume(robot, hypothesis), model(name), NAMED[hypothesis](robot))


@pytest.mark.parametrize("name", [n for n in GENERAL if n != "tree"])
def test_masses_at_link_ends_is_a_substitution(name: str) -> None:
    robot = load(name)
    assert agree(assume(robot, "masses_at_link_ends"), model(name), masses_at_link_ends(robot))


@general_robots
def test_hypotheses_together_are_their_substitutions_together(name: str) -> None:
    robot = load(name)
    values = com_at_origin(robot) | principal_axes(robot)
    assert agree(assume(robot, "com_at_origin", "principal_axes"), model(name), values)
    assert agree(assume(robot, "principal_axes", "com_at_origin"), model(name), values)


@pytest.mark.parametrize(
    ("name", "hypotheses", "values"),
    [
        ("planar2r", ["l1 = 0.35"], {"l1": "7/20"}),
        ("planar2r", ["g = 0"], {"g": 0}),
        ("3r", ["Ixy3 = 0", "m2 = 3/2"], {"Ixy3": 0, "m2": 1.5}),
        ("rttrr", ["l2 = -1/3", "fx = 0", "nz = 2"], {"l2": "-1/3", "fx": 0, "nz": 2}),
        ("tilted", ["alpha = 30deg"], {"alpha": "30deg"}),
        ("tilted", ["alpha = -pi/2", "d1 = 2"], {"alpha": "-90deg", "d1": 2}),
        ("tree", ["a2 = sqrt(2)", "m3 = 0"], {"a2": "sqrt(2)", "m3": 0}),
    ],
)
def test_a_number_for_a_symbol_is_a_substitution(
    name: str, hypotheses: list[str], values: dict[str, Any]
) -> None:
    assert agree(assume(load(name), *hypotheses), model(name), values)


def test_trtrr_is_its_general_chain_under_its_two_hypotheses() -> None:
    robot = load("trtrr")
    general = robot.declared
    assert robot.hypotheses == ("com_at_origin", "principal_axes")
    values = com_at_origin(general) | principal_axes(general)
    assert agree(robot, torsor.derive(general), values)


@small_robots
def test_a_model_s_robot_is_derived_again_to_the_same_model(name: str) -> None:
    robot = assume(load(name), "m2 = 5")
    once = torsor.derive(robot)
    assert torsor.derive(once.robot).tau == once.tau
    assert once.robot.hypotheses == robot.hypotheses


def test_a_hypothesis_on_nothing_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownNameError, match="m9"):
        assume(load("3r"), "m9 = 1")
    with pytest.raises(TorsorError, match="com_at_origin"):
        assume(load("3r"), "com_at_orign")
    with pytest.raises(TorsorError, match="number"):
        assume(load("3r"), "l1 = l2")
