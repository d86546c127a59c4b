"""Hypotheses are data: each does what it says, is listed, and is refused when it says nothing."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction

import pytest

import torsor
from torsor import Robot, TorsorError, load
from torsor.algebra.formula import formula
from torsor.robot import hypotheses
from torsor.robot.hypotheses import NAMED, assume
from torsor.robot.robot import ORIGIN, ZERO
from torsor.robot.symbols import parameters

BRANCHING = {
    "joint": [
        {"kind": "R", "axis": "z", "offset": ["l1", 0, 0], "rotation": "Rx(alpha)"},
        {"kind": "R", "axis": "x", "offset": ["l2", "l3", 0]},
        {"kind": "T", "axis": "y", "offset": [0, 0, "l4"], "parent": 1},
    ],
    "tool": {"offset": [0, "l5", 0]},
}


def general(*declared: str) -> Robot:
    return load({**BRANCHING, "hypotheses": list(declared)})


def test_the_four_named_hypotheses_are_those_of_the_conventions() -> None:
    assert set(NAMED) == {"com_at_origin", "principal_axes", "point_masses", "masses_at_link_ends"}


def test_com_at_origin_puts_every_mass_centre_in_its_origin() -> None:
    before, after = general(), general("com_at_origin")
    assert all(link.com == ORIGIN for link in after.links)
    assert [link.mass for link in after.links] == [link.mass for link in before.links]
    assert [link.inertia for link in after.links] == [link.inertia for link in before.links]


def test_principal_axes_leave_no_products_of_inertia() -> None:
    before, after = general(), general("principal_axes")
    for old, new in zip(before.links, after.links, strict=True):
        assert new.inertia == (*old.inertia[:3], ZERO, ZERO, ZERO)
        assert (new.mass, new.com) == (old.mass, old.com)


def test_point_masses_have_no_inertia() -> None:
    before, after = general(), general("point_masses")
    for old, new in zip(before.links, after.links, strict=True):
        assert new.inertia == (ZERO,) * 6
        assert (new.mass, new.com) == (old.mass, old.com)


def test_masses_at_link_ends_sit_where_the_next_joint_or_the_tool_is() -> None:
    first, second, third = BRANCHING["joint"]
    chain = {**BRANCHING, "joint": [first, second, {**third, "parent": 2}]}
    after = load({**chain, "hypotheses": ["masses_at_link_ends"]})
    assert [str(e) for e in after.links[0].com] == ["l2", "l3", "0"]
    assert [str(e) for e in after.links[1].com] == ["0", "0", "l4"]
    assert [str(e) for e in after.links[2].com] == ["0", "l5", "0"]


def test_a_link_with_two_ends_or_none_has_no_mass_at_its_end() -> None:
    with pytest.raises(TorsorError, match="link 1 of 'robot' has 2 ends"):
        general("masses_at_link_ends")


@pytest.mark.parametrize(
    ("declared", "zeros"),
    [
        ("com_at_origin", ["rx{}", "ry{}", "rz{}"]),
        ("principal_axes", ["Ixy{}", "Ixz{}", "Iyz{}"]),
        ("point_masses", ["Ixx{}", "Iyy{}", "Izz{}", "Ixy{}", "Ixz{}", "Iyz{}"]),
    ],
)
def test_a_hypothesis_is_what_remains_of_the_general_equations(
    declared: str, zeros: list[str]
) -> None:
    robot = load("rttrr")
    values = {symbol.format(i): 0 for symbol in zeros for i in range(1, 6)}
    general_tau = torsor.derive(robot).tau
    for found, expected in zip(
        torsor.derive(assume(robot, declared)).tau, general_tau, strict=True
    ):
        assert found == expected.subs(values)
        assert not set(found.symbols()) & set(values)


@pytest.mark.parametrize(
    ("declared", "values"),
    [
        (["Ixy4 = 0"], {"Ixy4": 0}),
        (["l2 = 0.35"], {"l2": Fraction(7, 20)}),
        (["m1=3", " fx = -1/2 "], {"m1": 3, "fx": Fraction(-1, 2)}),
        (["g = 9.81", "l6 = 2*sqrt(2)"], {"g": Fraction(981, 100), "l6": "2*sqrt(2)"}),
    ],
)
def test_a_number_takes_the_place_of_its_symbol(declared: list[str], values: dict) -> None:
    robot = load("rttrr")
    found = torsor.derive(assume(robot, *declared)).tau
    for one, other in zip(found, torsor.derive(robot).tau, strict=True):
        assert one == other.subs(values)
    assert not set(parameters(assume(robot, *declared))) & set(values)


def test_a_named_angle_takes_a_value_with_its_unit() -> None:
    turned = general("alpha = 90deg")
    assert turned.joints[0].placement.rotation[0].angle == formula("90deg")
    assert "alpha" not in parameters(turned)


def test_hypotheses_stay_listed() -> None:
    declared = ("com_at_origin", "m1 = 2")
    robot = general(*declared)
    assert robot.hypotheses == robot.hypotheses == declared
    assert torsor.derive(robot).robot.hypotheses == declared
    assert load("trtrr").hypotheses == ("com_at_origin", "principal_axes")
    assert general().hypotheses == ()


def test_what_was_assumed_may_be_assumed_again() -> None:
    assumed = torsor.derive(general("m1 = 2", "com_at_origin")).robot
    again = torsor.derive(assume(assumed, "m2 = 3"))
    assert again.tau == torsor.derive(general("m1 = 2", "com_at_origin", "m2 = 3")).tau


def test_substitution_reaches_every_part_of_the_robot() -> None:
    robot = load({**BRANCHING, "payload": {"kind": "body"}, "gravity": [0, "g", 0]})
    values = {symbol: str(k + 1) for k, symbol in enumerate(parameters(robot))}
    values["alpha"] = "1rad"
    assert parameters(hypotheses.substitute(robot, values)) == ()


@pytest.mark.parametrize(
    ("hypothesis", "sentence"),
    [
        ("com_at_orign", "is unknown; expected one of .* did you mean 'com_at_origin'"),
        ("principal", "is unknown.*did you mean 'principal_axes'"),
        ("", "is unknown"),
        ("=", "is unknown"),
        ("= 0", "is unknown"),
        ("m1", "is unknown"),
        ("m1 + m2 = 3", "is unknown"),
        ("2 = m1", "is unknown"),
        ("µ1 = 0", "is unknown"),
        ("mm1 = 0", "names no symbol of 'robot'; did you mean 'm1'"),
        ("q1 = 0", "names no symbol"),
        ("dq1 = 0", "names no symbol"),
        ("m1 = ", "cannot be read"),
        ("m1 = 2 = 3", "cannot be read at column 3"),
        ("m1 = 2" + " " * 400, "longer than 400"),
        ("m1 = m2", "needs a number on its right"),
        ("m1 = nan", "needs a number on its right"),
        ("m1 = 1e999999999", "out of range"),
        ("m1 = 1/0", "division by zero"),
        ("m1 = sign(2)", "has no place"),
        ("l1 = 30deg", "plain number is expected"),
        ("alpha = 0.5", "expected an angle with its unit"),
        ("m1 == 2", "cannot be read"),
        ("m1 = __import__('os')", "cannot be read"),
        ("m1\n = 2\n\n", "not printable"),
    ],
)
def test_a_hypothesis_that_says_nothing_is_refused(hypothesis: str, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence) as caught:
        general(hypothesis)
    assert str(caught.value).startswith("hypotheses: ")
    assert str(caught.value).isprintable()


def test_assume_refuses_at_once() -> None:
    with pytest.raises(TorsorError, match="names no symbol"):
        assume(load("rttrr"), "l9 = 1")


def test_a_hypothesis_that_divides_by_zero_is_refused() -> None:
    with pytest.raises(TorsorError, match="division by zero"):
        load(
            {
                "joint": [{"kind": "R", "axis": "z", "offset": ["1/l1", 0, 0]}],
                "hypotheses": ["l1 = 0"],
            }
        )


def test_a_robot_made_in_python_has_its_hypotheses_in_its_data() -> None:
    described = load("rttrr")
    made = Robot("made", described.joints, described.links, hypotheses=("com_at_origin", "m1 = 2"))
    assert all(link.com == ORIGIN for link in made.links)
    assert made.links[0].mass == formula(2)
    assert made.declared.links == described.links
    assert made.declared.hypotheses == ()


def test_a_robot_without_hypotheses_is_its_own_description() -> None:
    robot = load("rttrr")
    assert robot.declared is robot


def test_another_load_or_drive_comes_under_the_same_hypotheses() -> None:
    robot = load({**BRANCHING, "payload": "body", "hypotheses": ["mp = 2", "com_at_origin"]})
    assert robot.payload.body is not None
    assert robot.payload.body.mass == formula(2)
    weighed = robot.with_payload("weight").with_drives("springs")
    assert weighed.hypotheses == ("mp = 2", "com_at_origin")
    assert weighed.payload.body is not None
    assert weighed.payload.body.mass == formula(2)
    assert all(link.com == ORIGIN for link in weighed.links)
    assert weighed.declared.payload.body is not None
    assert weighed.declared.payload.body.mass == formula("mp")
    assert [str(link.drive.spring) for link in weighed.links] == ["k1", "k2", "k3"]


def test_hypotheses_are_not_taken_back_by_forgetting_their_names() -> None:
    with pytest.raises(TorsorError, match=r"its \.declared is without them"):
        replace(general("m1 = 2"), hypotheses=())


def test_a_copy_and_a_pickle_keep_the_description() -> None:
    robot = load("trtrr")
    sent = pickle.loads(pickle.dumps(robot))
    assert sent == robot
    assert sent.declared == robot.declared
