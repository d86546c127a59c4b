"""The payload's share of the driving forces is Jᵀ times its wrench, however it is given."""

from __future__ import annotations

from dataclasses import replace

from tests.mechanics.exact import every_robot, load, model, small_robots

import torsor
from torsor import Frame, Joint, Model
from torsor.mechanics import kinematics
from torsor.robot.robot import symbolic_link
from torsor.spatial.vectors import ZERO, Vector


def share(found: Model, force: Vector, moment: Vector) -> Vector:
    """Jᵀ (f, n), the wrench given in base axes at the tool."""
    J = kinematics.jacobian(found.chain, "tool")
    return J.J_v.T @ force + J.J_w.T @ moment


def wrench(found: Model) -> tuple[Vector, Vector]:
    """The symbols of the wrench."""
    symbol = found.ring.symbol
    return Vector(symbol(f"f{a}") for a in "xyz"), Vector(symbol(f"n{a}") for a in "xyz")


@every_robot
def test_in_tool_axes(name: str) -> None:
    found = model(name, "wrench", "tool")
    R = kinematics.transform(found.chain, "tool").R
    f, n = wrench(found)
    assert found.payload == share(found, R @ f, R @ n)


@every_robot
def test_in_base_axes(name: str) -> None:
    found = model(name, "wrench", "base")
    assert found.payload == share(found, *wrench(found))


@every_robot
def test_as_a_weight(name: str) -> None:
    found = model(name, "weight")
    weight = -(found.ring.symbol("mp") * found.chain.gravity)
    assert found.payload == share(found, weight, ZERO)


@every_robot
def test_a_carried_body_is_one_more_link_fixed_to_the_tool(name: str) -> None:
    carried = model(name, "body")
    robot = load(name)
    last = Joint("F", robot.joints[-1].axis, robot.tool, len(robot.joints))
    welded = replace(
        model(name).robot,
        hypotheses=(),
        assumed=(),
        joints=(*robot.joints, last),
        links=(*model(name).robot.links, symbolic_link("p")),
        tool=Frame(),
    ).with_payload("none")
    other = torsor.derive(welded)
    assert carried.tau == tuple(tau.to(carried.ring) for tau in other.tau)


@every_robot
def test_a_carried_body_has_no_share_of_its_own(name: str) -> None:
    assert not any(model(name, "body").payload)


@small_robots
def test_no_payload_is_a_wrench_of_zero(name: str) -> None:
    loaded, free = model(name), model(name, "none")
    nothing = {f"{kind}{axis}": 0 for kind in "fn" for axis in "xyz"}
    assert not any(free.payload)
    for with_load, without in zip(loaded.tau, free.tau, strict=True):
        assert with_load.subs(nothing) == without.to(loaded.ring)


@small_robots
def test_mass_matrix_velocity_and_gravity_terms_know_nothing_of_a_wrench_or_weight(
    name: str,
) -> None:
    free = model(name, "none")
    for kind, axes in (("wrench", "tool"), ("wrench", "base"), ("weight", "tool")):
        loaded = model(name, kind, axes)
        for row, other in zip((*loaded.M, *loaded.C), (*free.M, *free.C), strict=True):
            assert row == Vector(e.to(loaded.ring) for e in other)
        assert loaded.g == Vector(e.to(loaded.ring) for e in free.g)
