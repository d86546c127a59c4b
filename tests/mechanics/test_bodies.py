"""Robots without a chain: bodies by their positions and angular velocities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.mechanics.exact import dt, load, model

import torsor
from torsor import Model
from torsor.mechanics.free_bodies import rotation_jacobian, translation_jacobian
from torsor.robot import hypotheses
from torsor.spatial.vectors import Vector

from .scara_by_bodies import SCARA_BODIES

BALL_ARM = {
    "name": "Ball arm",
    "coordinates": "RR",
    "body": [
        {
            "mass": "m1",
            "position": ["l*cos(q1)*cos(q2)", "l*sin(q1)*cos(q2)", "l*sin(q2)"],
            "omega": ["sin(q1)*dq2", "-cos(q1)*dq2", "dq1"],
            "inertia": ["J", "J", "J"],
        }
    ],
}
"""A ball on a two-axis mount: its inertia is the same about all axes."""

either_method = pytest.mark.parametrize("method", ["lagrange", "virtual-work"])


def same(found: Any, wanted: Any, by: Model) -> bool:
    """Whether entries are equal, in whatever ring they are."""
    return [e.to(by.ring) for e in found] == [e.to(by.ring) for e in wanted]


@either_method
def test_scara_as_bodies_has_the_equations_of_its_chain(method: str) -> None:
    chain = model("scara", "none")
    bodies = torsor.derive(SCARA_BODIES, method=method)
    assert same(bodies.tau, chain.tau, chain)
    assert same(bodies.g, chain.g, chain)
    for name in ("M", "C"):
        pairs = zip(getattr(bodies, name), getattr(chain, name), strict=True)
        assert all(same(row, other, chain) for row, other in pairs)


def test_scara_as_bodies_has_the_energies_of_its_chain() -> None:
    """The chain's links 3 and 4 are one body, of which link 3 has nothing."""
    chain = torsor.derive(load("scara").with_payload("none"), method="lagrange").energies
    bodies = torsor.derive(SCARA_BODIES).energies
    assert bodies.K == chain.K
    assert bodies.U == chain.U
    assert bodies.kinetic[3] == chain.kinetic[4]


@either_method
def test_a_ball_on_a_mount_is_the_chain_that_it_stands_for(method: str) -> None:
    rows = [
        {"kind": "R", "axis": "z", "link": {"mass": 0, "com": 0, "inertia": 0}},
        {
            "kind": "R",
            "axis": "-y",
            "link": {"mass": "m1", "com": ["l", 0, 0], "inertia": ["J", "J", "J"]},
        },
    ]
    chain = torsor.derive({"joint": rows, "payload": "none"})
    assert same(torsor.derive(BALL_ARM, method=method).tau, chain.tau, chain)


def test_lagrange_is_what_a_robot_without_a_chain_is_derived_by() -> None:
    assert torsor.derive(SCARA_BODIES).method == "lagrange"


def test_a_body_without_angular_velocity_does_not_turn() -> None:
    body = {"mass": "m", "position": ["q1", 0, 0]}
    found = torsor.derive({"coordinates": "T", "body": [body]})
    assert found.tau == (found.parse("m*ddq1"),)


def test_an_angular_velocity_is_a_rotation_jacobian_times_the_velocities() -> None:
    given = {**BALL_ARM["body"][0]}
    del given["omega"]
    given["rotation_jacobian"] = [[0, "sin(q1)"], [0, "-cos(q1)"], [1, 0]]
    assert torsor.derive({**BALL_ARM, "body": [given]}).tau == torsor.derive(BALL_ARM).tau


def test_the_jacobians_are_slopes_of_position_and_terms_of_angular_velocity() -> None:
    system = Model(torsor.load(SCARA_BODIES), "lagrange")
    third = system.bodies[2]
    parse = system.ring.parse
    J_v, J_w = translation_jacobian(third), rotation_jacobian(third)
    x = "-a1*sin(q1) - a2*sin(q1 + q2)"
    assert J_v[0] == Vector((parse(x), parse("-a2*sin(q1 + q2)"), parse("0"), parse("0")))
    assert J_v[2] == Vector((parse("0"), parse("0"), parse("-1"), parse("0")))
    assert J_w[2] == Vector((parse("1"), parse("1"), parse("0"), parse("-1")))


@either_method
def test_the_structure_of_a_model_of_bodies(method: str) -> None:
    found = torsor.derive("rv1a-paper", method=method)
    skew = dt(found.M) - 2 * found.C
    assert found.M == found.M.T
    assert skew == -skew.T


def test_gravity_along_any_direction() -> None:
    table = {**BALL_ARM, "gravity": ["gx", 0, "-g"]}
    found = torsor.derive(table)
    height = found.parse("m1*g*l*sin(q2) - m1*gx*l*cos(q1)*cos(q2)")
    assert tuple(found.g) == (height.diff("q1"), height.diff("q2"))


def test_a_hypothesis_puts_numbers_in() -> None:
    found = torsor.derive(replace(torsor.load(BALL_ARM), hypotheses=("m1 = 2", "J = 0")))
    assert found.tau[1].subs({"ddq1": 0, "dq1": 0, "g": 0}) == found.parse("2*l^2*ddq2")


# what is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["chain", "links", "columns", "regressor", "base_parameters"])
def test_what_only_a_chain_has_is_refused(part: str) -> None:
    found = torsor.derive(SCARA_BODIES)
    with pytest.raises(torsor.TorsorError, match="is given by bodies, not by a chain"):
        getattr(found, part)


def test_a_hypothesis_about_links_is_refused() -> None:
    with pytest.raises(torsor.TorsorError, match="point_masses speaks of a chain's links"):
        torsor.derive(hypotheses.assume(torsor.load(SCARA_BODIES), "point_masses"))


def test_newton_euler_is_refused() -> None:
    with pytest.raises(torsor.TorsorError, match="derive it by lagrange or virtual-work"):
        torsor.derive(SCARA_BODIES, method="newton-euler")


def body(**changed: Any) -> dict[str, Any]:
    """One body of a robot with two coordinates, changed."""
    given = {"position": ["l*cos(q1)", "l*sin(q1)", "q2"], "omega": [0, 0, "dq1"]}
    given |= changed
    return {"coordinates": "RT", "body": [{k: v for k, v in given.items() if v is not None}]}


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (body(omega=[0, 0, "dq1^2"]), "body 1: the angular velocity's z component dq1^2 is not"),
        (body(omega=[0, "dq1*dq2", 0]), "is not linear in the velocities"),
        (body(omega=[0, 0, "dq1 + 1"]), "is not linear in the velocities"),
        (body(omega=[0, 0, "dq1*q2*dq2"]), "is not linear in the velocities"),
        (body(omega=[0, 0, "ddq1"]), "body 1: ddq1 has no place in 'ddq1'"),
        (body(omega=[0, 0, "dq3"]), "body 1: dq3 is beyond the 2 coordinates q1 … q2"),
        (body(position=[0, 0, "q3"]), "body 1: q3 is beyond the 2 coordinates q1 … q2"),
        (body(position=[0, 0, "dq2"]), "body 1: dq2 has no place in 'dq2'"),
        (body(position=["q1", 0, 0]), "body 1: q1 turns (R) and stands outside of sine and cosine"),
        (body(position=["cos(q2)", 0, 0]), "body 1: q2 slides (T) and stands in a sine or cosine"),
        (body(position=None), "body 1: expected its mass centre's position, three expressions"),
        (body(position=["l", 0]), "body 1, position: expected three entries"),
        (body(rotation_jacobian=[[0, 0]] * 3), "body 1: expected omega or rotation_jacobian, not"),
        (
            body(omega=None, rotation_jacobian=[[0, 0], [1, 0]]),
            "body 1, rotation_jacobian: expected three rows of 2 entries",
        ),
        (body(spin=1), "body 1: unknown key 'spin'"),
        (body(inertia="heavy"), "body 1, inertia: expected an inertia"),
        (body(mass="q1"), "q1 is a joint variable of 'robot' and cannot also be a parameter"),
        ({"coordinates": "RX", "body": [{}]}, "coordinates: expected a word of R and T"),
        ({"body": [{"position": [0, 0, 0]}]}, "coordinates: expected a word of R and T"),
        ({"coordinates": "R", "body": []}, "body: expected a list of at least one body"),
        ({**body(), "tool": {}}, "a robot given by bodies has no tool"),
        ({**body(), "payload": "weight"}, "a robot given by bodies has no payload"),
    ],
)
def test_inconsistent_bodies_are_refused_in_a_sentence(
    table: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(torsor.TorsorError) as refused:
        torsor.load(table)
    assert sentence in str(refused.value)


def test_an_inertia_that_turning_would_change_is_refused() -> None:
    """Lagrange and virtual work would differ: no inertia but a ball's stays the same."""
    rod = {**BALL_ARM["body"][0], "inertia": [0, "J", "J"]}
    with pytest.raises(torsor.TorsorError, match="body 1: its inertia would change in base axes"):
        torsor.derive({**BALL_ARM, "body": [rod]})


def test_about_a_fixed_axis_any_inertia_will_do() -> None:
    turning = {"position": ["l*cos(q1)", "l*sin(q1)", 0], "omega": [0, 0, "dq1"]}
    found = torsor.derive({"coordinates": "R", "body": [turning]})
    assert found.M[0][0] == found.parse("m1*l^2 + Izz1")
