"""A robot as data: what it refuses, what it tells of itself, what it may carry."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from torsor import Frame, Joint, Link, Payload, Robot, TorsorError
from torsor.algebra.formula import formula, name
from torsor.robot import symbolic_link
from torsor.robot.robot import MOST_JOINTS, ORIGIN, WRENCH, ZERO

X = (formula(1), ZERO, ZERO)
Z = (ZERO, ZERO, formula(1))


def robot(kinds: str, parents: tuple[int, ...] | None = None) -> Robot:
    joints = tuple(
        Joint(kind, Z, parent=parents[i] if parents else i) for i, kind in enumerate(kinds)
    )
    links = tuple(symbolic_link(str(i)) for i in range(1, len(kinds) + 1))
    return Robot("test", joints, links)


def test_the_structure_word_and_the_coordinates_skip_fixed_joints() -> None:
    found = robot("RFTFR")
    assert found.structure == "RFTFR"
    assert found.dof == 3
    assert found.coordinate == {1: 1, 3: 2, 5: 3}


def test_a_tree_keeps_its_parents() -> None:
    assert [joint.parent for joint in robot("RRTR", (0, 0, 1, 3)).joints] == [0, 0, 1, 3]


@pytest.mark.parametrize("parents", [(1,), (0, 2), (0, -1), (0, 1, 3), (0, 5, 0)])
def test_a_parent_that_is_not_before_its_joint_is_refused(parents: tuple[int, ...]) -> None:
    with pytest.raises(TorsorError, match=r"joint \d of 'test' has parent -?\d; expected a link"):
        robot("R" * len(parents), parents)


def test_as_many_links_as_joints_are_needed() -> None:
    two = robot("RR")
    with pytest.raises(TorsorError, match="2 joints and 1 links"):
        replace(two, links=two.links[:1])
    with pytest.raises(TorsorError, match="2 joints and 3 links"):
        replace(two, links=(*two.links, two.links[0]))


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ("", "has no joints"),
        ("F", "no joint that moves"),
        ("FFF", "no joint that moves"),
        ("RP", "joint 2 of 'test' is of kind 'P'; expected R, T or F"),
        ("r", "is of kind 'r'"),
        ("R" * (MOST_JOINTS + 1), f"{MOST_JOINTS + 1} joints"),
    ],
)
def test_joints_that_make_no_robot_are_refused(kinds: str, sentence: str) -> None:
    with pytest.raises(TorsorError, match=sentence) as caught:
        robot(kinds)
    assert len(str(caught.value)) < 200


def test_a_general_link_has_the_symbols_of_the_conventions() -> None:
    link = symbolic_link("3")
    assert str(link.mass) == "m3"
    assert [str(e) for e in link.com] == ["rx3", "ry3", "rz3"]
    assert [str(e) for e in link.inertia] == ["Ixx3", "Iyy3", "Izz3", "Ixy3", "Ixz3", "Iyz3"]
    assert not link.massless
    assert Link(ZERO, ORIGIN, (ZERO,) * 6).massless


def test_the_default_payload_is_the_wrench_at_the_tool() -> None:
    assert robot("R").payload == Payload("wrench", "tool", tuple(name(n) for n in WRENCH))
    assert WRENCH == ("fx", "fy", "fz", "nx", "ny", "nz")


@pytest.mark.parametrize(
    ("kind", "symbols"),
    [
        ("wrench", {"fx", "fy", "fz", "nx", "ny", "nz"}),
        ("body", {"mp", "rxp", "ryp", "rzp", "Ixxp", "Iyyp", "Izzp", "Ixyp", "Ixzp", "Iyzp"}),
        ("weight", {"mp"}),
        ("none", set()),
    ],
)
def test_each_payload_brings_its_own_symbols(kind: str, symbols: set[str]) -> None:
    from torsor.robot.symbols import parameters

    with_it = set(parameters(robot("R").with_payload(kind)))
    without = set(parameters(robot("R").with_payload("none")))
    assert with_it - without == symbols


def test_a_wrench_may_be_in_base_axes() -> None:
    assert robot("R").with_payload("wrench", "base").payload.axes == "base"


@pytest.mark.parametrize(("kind", "axes"), [("load", "tool"), ("", "tool"), ("wrench", "world")])
def test_a_payload_of_no_known_kind_is_refused(kind: str, axes: str) -> None:
    with pytest.raises(TorsorError, match="is unknown; expected wrench"):
        robot("R").with_payload(kind, axes)


def test_robots_are_values() -> None:
    one, other = robot("RT"), robot("RT")
    assert one == other
    assert hash(one) == hash(other)
    assert replace(one, tool=Frame(X)) != one
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.name = "other"  # type: ignore[misc]
