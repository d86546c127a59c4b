"""Base parameters: as few as there can be, grouped exactly, and enough for the driving forces."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.mechanics.exact import LIBRARY, every_robot, load
from tests.mechanics.ranks import declared_rank, general_rank, rank, regressor, states
from tests.truth.bridge import plain_robot, random_values

import torsor
from torsor import Model, Robot
from torsor.mechanics.parameters.grouping import shares_of, staying
from torsor.robot.hypotheses import assume
from torsor.spatial.vectors import Vector

KNOWN = {"rttrr": 15, "puma560": 36, "iiwa": 43, "panda": 43, "trtrr": 19}
"""Counts with every link a general body; the literature's for PUMA 560, iiwa and Panda."""

TILTED = {
    "named tilts": [
        {"kind": "R", "axis": "z"},
        {"kind": "T", "axis": "x", "rotation": "Rx(alpha) Rz(beta)", "offset": ["l1", 0, 0]},
        {"kind": "R", "axis": "y", "rotation": "Rx(gamma)", "offset": [0, "l2", "l3"]},
    ],
    "slides only": [
        {"kind": "T", "axis": "x", "rotation": "Ry(alpha)"},
        {"kind": "T", "axis": "y", "rotation": "Rz(beta)"},
    ],
    "axes of any direction": [
        {"kind": "R", "axis": [1, 1, 0], "offset": [0, 0, "l1"]},
        {"kind": "R", "axis": [3, 0, -4], "rotation": "Rz(45deg)", "offset": ["l2", 0, 0]},
        {"kind": "R", "axis": [0, 1, 1], "rotation": "Rx(15deg)", "offset": ["l3", 0, 0]},
    ],
    "welded": [
        {"kind": "R", "axis": "-y"},
        {"kind": "F", "rotation": "Rx(alpha)", "offset": ["l1", "l2", 0]},
        {"kind": "R", "axis": "x", "offset": [0, 0, "l3"]},
        {"kind": "F", "rotation": "Rz(60deg)", "offset": ["l4", 0, 0], "parent": 1},
    ],
    "upside down": [
        {"kind": "R", "axis": "z", "rotation": "Rx(180deg)"},
        {"kind": "R", "axis": "z", "offset": ["l1", 0, 0]},
        {"kind": "T", "axis": "z", "rotation": "Rx(30deg)"},
    ],
}

HYPOTHESES = (
    ("com_at_origin",),
    ("point_masses",),
    ("principal_axes",),
    ("masses_at_link_ends",),
    ("masses_at_link_ends", "point_masses"),
    ("com_at_origin", "point_masses"),
    ("masses_at_link_ends", "principal_axes"),
)
SMALL = ("planar2r", "scara", "cartesian", "3r", "rttrr", "trtrr")


def general(name: str) -> Robot:
    """The robot with every link a general body, and without a load."""
    return load(name).declared.with_payload("none")


derived = cache(torsor.derive)


def of_joints(name: str) -> Model:
    """The model of one of the robots above."""
    return torsor.derive({"joint": TILTED[name], "payload": "none"})


def lengths(robot: Robot) -> set[str]:
    """The symbols of the placements and of gravity."""
    placements = (*(joint.placement for joint in robot.joints), robot.tool)
    found = {n for p in placements for f in p.offset for n in f.names()}
    found |= {n for p in placements for t in p.rotation for n in t.angle.names()}
    return found | {n for f in robot.gravity for n in f.names()}


# counts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KNOWN)
def test_the_counts_that_are_known(name: str) -> None:
    assert len(derived(general(name)).base_parameters) == KNOWN[name]


@every_robot
def test_the_count_is_the_rank_of_a_regressor_made_of_numbers(name: str) -> None:
    robot = general(name)
    declared_links = name == "scara"  # its links are special by themselves
    count = len(derived(robot).base_parameters)
    wanted = declared_rank(robot, lengths(robot)) if declared_links else general_rank(robot)
    assert count == wanted


@pytest.mark.parametrize("name", TILTED)
def test_the_count_is_the_rank_for_tilted_welded_and_oblique_joints(name: str) -> None:
    found = of_joints(name)
    assert len(found.base_parameters) == general_rank(found.robot)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("hypotheses", HYPOTHESES, ids=" ".join)
def test_under_hypotheses_the_count_is_what_they_leave(
    name: str, hypotheses: tuple[str, ...]
) -> None:
    found = derived(assume(load(name).with_payload("none"), *hypotheses))
    assert len(found.base_parameters) == declared_rank(found.robot, lengths(found.robot))


def test_the_declared_hypotheses_of_trtrr_leave_eight() -> None:
    assert len(derived("trtrr").base_parameters) == 8


def test_numbers_are_values_and_tie_nothing() -> None:
    """RTTRR in numbers still has its fifteen, and a length in numbers changes no count."""
    numbers = [f"{symbol}{i} = 0.{i}7" for i in range(1, 6) for symbol in ("m", "rx", "Izz")]
    assert len(derived(assume(load("rttrr"), *numbers)).base_parameters) == 15
    ends = assume(load("planar2r"), "masses_at_link_ends", "point_masses", "l1 = 0.35")
    assert len(derived(ends).base_parameters) == 2


@pytest.mark.parametrize("name", ["planar2r", "3r", "rttrr", "puma560"])
def test_with_drives_the_count_is_the_rank_with_their_columns(name: str) -> None:
    robot = general(name).with_drives("rotors").with_drives("friction").with_drives("springs")
    rng = np.random.default_rng(0)
    plain = plain_robot(robot, random_values(rng, robot))
    at = states(rng, plain.dof, 14 * plain.dof)
    columns = [regressor(plain, at)]
    for column in (
        np.concatenate([np.diag(s.ddq) for s in at]),
        np.concatenate([np.diag(s.dq) for s in at]),
        np.concatenate([np.diag(np.sign(s.dq)) for s in at]),
        np.concatenate([np.diag(s.q) for s in at]),
    ):
        columns.append(column)
    assert len(derived(robot).base_parameters) == rank(np.concatenate(columns, axis=1))


# groupings ----------------------------------------------------------------------------------------


def grouped_again(found: Model) -> list[Any]:
    """Each base parameter put together from the parameters that it groups."""
    values = {column.name: column.value for column in found.columns}
    sums = []
    for parameter in found.base_parameters.parameters:
        factors = {parameter.name: 1, **dict(parameter.grouped)}
        sums.append(sum((f * values[n] for n, f in factors.items()), found.ring.number(0)))
    return sums


@every_robot
def test_each_is_the_sum_of_what_it_groups(name: str) -> None:
    found = derived(general(name))
    values = [p.value for p in found.base_parameters.parameters]
    assert grouped_again(found) == values


@every_robot
def test_the_driving_forces_follow_from_the_base_parameters_alone(name: str) -> None:
    found = derived(general(name))
    assert found.base_parameters.forces() == Vector(found.tau)


@pytest.mark.parametrize("name", TILTED)
def test_tilted_welded_and_oblique_joints_group_exactly(name: str) -> None:
    found = of_joints(name)
    assert found.base_parameters.forces() == Vector(found.tau)
    assert grouped_again(found) == [p.value for p in found.base_parameters.parameters]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("hypotheses", HYPOTHESES, ids=" ".join)
def test_under_hypotheses_the_driving_forces_follow_too(
    name: str, hypotheses: tuple[str, ...]
) -> None:
    found = derived(assume(load(name).with_payload("none"), *hypotheses))
    assert Vector(found.base_parameters.forces()) == Vector(found.tau)


def test_the_base_parameters_of_planar2r() -> None:
    found = derived("planar2r")
    assert [(p.name, p.value) for p in found.base_parameters.parameters] == [
        ("Lzz1", found.parse("Izz1 + m1*rx1^2 + m1*ry1^2 + m2*l1^2")),
        ("hx1", found.parse("m1*rx1 + m2*l1")),
        ("hy1", found.parse("m1*ry1")),
        ("Lzz2", found.parse("Izz2 + m2*rx2^2 + m2*ry2^2")),
        ("hx2", found.parse("m2*rx2")),
        ("hy2", found.parse("m2*ry2")),
    ]


def test_the_base_parameters_of_two_point_masses() -> None:
    """With both masses at the links' ends, only m1 + m2 and m2 can be told."""
    found = derived(assume(load("planar2r"), "masses_at_link_ends", "point_masses"))
    values = [p.value for p in found.base_parameters.parameters]
    assert values == [found.parse("l1*(m1 + m2)"), found.parse("l2*m2")]


def test_the_wrist_of_puma560_groups_as_in_gautier_and_khalil() -> None:
    """About z, Lxx − Lyy stays, Lyy is borne by the link before, and so are m and hz."""
    groups = {
        p.name: dict(p.grouped) for p in derived(general("puma560")).base_parameters.parameters
    }
    assert groups["Lxx6"] == {"Lyy6": -1}
    assert groups["Lzz5"] == {"Lyy6": 1}
    assert groups["Lxx5"] == {"Lyy5": -1, "Lyy6": 1}
    assert groups["hy5"] == {"hz6": 1}
    assert "Lxx1" not in groups


def test_a_tilted_slide_is_grouped_along_the_axis_that_it_turns_about() -> None:
    """Only the moment across the vertical axis is felt: no division by a cosine is needed."""
    rows = [
        {"kind": "R", "axis": "z"},
        {"kind": "T", "axis": "z", "rotation": "Rx(alpha)", "link": {"inertia": 0}},
    ]
    found = torsor.derive({"joint": rows, "payload": "none"})
    values = [p.value for p in found.base_parameters.parameters]
    assert found.parse("m2*(cos(alpha)*ry2 - sin(alpha)*rz2)") in values


@pytest.mark.parametrize("name", ["rttrr", "trtrr", "3r", "puma560"])
def test_what_has_no_effect_has_a_column_of_zeros_in_every_motion(name: str) -> None:
    found = derived(general(name))
    base = found.base_parameters
    without = set(base.without_effect)
    zero = {column.name for column in found.columns if not any(column.work)}
    assert without == zero
    assert not without & {n for p in base.parameters for n, _ in p.grouped}


def test_every_parameter_is_in_the_base_or_has_no_effect() -> None:
    for name in LIBRARY:
        found = derived(general(name))
        base = found.base_parameters
        used = {n for p in base.parameters for n, _ in p.grouped} | {
            p.name for p in base.parameters
        }
        values = {column.name for column in found.columns if column.value}
        assert values <= used | set(base.without_effect)


def test_the_rest_position_of_a_spring_is_a_parameter_of_its_own() -> None:
    row = {"kind": "T", "axis": "x", "link": {"spring": "k", "rest": "x0"}}
    found = torsor.derive({"joint": [row], "payload": "none", "gravity": 0})
    assert {p.name: p.value for p in found.base_parameters.parameters} == {
        "kr1": found.parse("k*x0"),
        "m1": found.parse("m1"),
        "k1": found.parse("k"),
    }


def test_parameters_that_only_a_quotient_could_group_are_refused_in_a_sentence() -> None:
    """Two springs on one coordinate, shifted by symbols: a third one would need 1/beta."""
    rows = [
        {"kind": "T", "axis": "x", "link": {"spring": "k1"}},
        {
            "kind": "T",
            "axis": "y",
            "mimic": {"joint": 1, "offset": "beta"},
            "link": {"spring": "k2"},
        },
        {
            "kind": "T",
            "axis": "z",
            "mimic": {"joint": 1, "offset": "delta"},
            "link": {"spring": "k3"},
        },
    ]
    found = torsor.derive({"joint": rows, "payload": "none", "gravity": 0})
    with pytest.raises(torsor.TorsorError, match="cannot be grouped without a division"):
        _ = found.base_parameters


# regrouping ---------------------------------------------------------------------------------------


def assert_regrouped(found: Model) -> None:
    """Every column of the regressor is the combination of those that stay."""
    stay = staying(found.chain, found.columns)
    shares = shares_of(found.chain, [c.name for c in found.columns])
    assert len(stay) < len(found.columns)
    for column in found.columns:
        total = Vector((0,) * len(found.tau))
        for name, factor in shares[column.name].items():
            total = total + stay[name] * factor
        assert total == column.work


@pytest.mark.parametrize("name", [*SMALL, "puma560", "stanford", "tilted", "tree"])
def test_what_a_parent_bears_does_the_same_there(name: str) -> None:
    assert_regrouped(derived(general(name)))


@pytest.mark.parametrize("name", TILTED)
def test_so_it_does_through_tilted_welded_and_oblique_joints(name: str) -> None:
    assert_regrouped(of_joints(name))


def test_seven_stay_on_a_turning_link_four_on_a_sliding_one_and_none_on_a_fixed_one() -> None:
    rows = [{"kind": kind, "axis": "z", "offset": ["l", 0, 0]} for kind in ("R", "T", "F")]
    found = torsor.derive({"joint": rows, "payload": "none"})
    stay = list(staying(found.chain, found.columns))
    assert [sum(n.endswith(str(i)) for n in stay) for i in (1, 2, 3)] == [7, 4, 0]
