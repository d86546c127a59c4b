"""The two passes, link by link: each step recomputed in base axes by other means, exactly.

Momentum is differentiated instead of accelerations being carried outwards, and forces are summed
over all that a joint carries instead of being handed inwards.
"""

from __future__ import annotations

from functools import cache

import pytest
from tests.mechanics.exact import descendants, dt, every_robot, model, small_robots, speeds

from torsor import Expression
from torsor.mechanics import kinematics
from torsor.spatial.transforms import Transform
from torsor.spatial.vectors import ZERO, Matrix, Vector


@cache
def poses(name: str) -> dict[int | str, Transform]:
    """Every frame seen from the base."""
    return kinematics.poses(model(name).chain)


def mass_centre(name: str, i: int) -> Vector:
    """Where the mass centre of link i is."""
    return poses(name)[i].R @ model(name).chain.links[i - 1].body.r_C + poses(name)[i].p


def angular_velocity(name: str, i: int) -> Vector:
    """That of link i in base axes, from the derivative of its rotation: Ṙ Rᵀ = [ω]×."""
    R = poses(name)[i].R
    W = dt(R) @ R.T
    return Vector((W[2][1], W[0][2], W[1][0]))


def base_inertia(name: str, i: int) -> Matrix:
    """The inertia of link i about its mass centre, in base axes."""
    R = poses(name)[i].R
    return R @ model(name).chain.links[i - 1].body.I_C @ R.T


@cache
def inertial_force(name: str, i: int) -> Vector:
    """The derivative of momentum, less the weight, in base axes."""
    m = model(name).chain.links[i - 1].body.m
    return dt(m * dt(mass_centre(name, i))) - m * model(name).chain.gravity


@cache
def inertial_moment(name: str, i: int) -> Vector:
    """The derivative of the angular momentum about the mass centre, in base axes."""
    return dt(base_inertia(name, i) @ angular_velocity(name, i))


def payload(name: str) -> tuple[Vector, Vector]:
    """The payload's force and moment in base axes."""
    ring, R = model(name).ring, poses(name)["tool"].R
    f, n = (Vector(ring.symbol(f"{kind}{axis}") for axis in "xyz") for kind in "fn")
    return R @ f, R @ n


def summed_about(name: str, i: int, point: Vector) -> tuple[Vector, Vector]:
    """Force and moment about a point of all that link i and those beyond it need."""
    found = model(name)
    f, n = ZERO, ZERO
    carried = descendants(found, i)
    for j in carried:
        F = inertial_force(name, j)
        f = f + F
        n = n + inertial_moment(name, j) + (mass_centre(name, j) - point).cross(F)
    if len(found.chain.links) in carried:
        f_tool, n_tool = payload(name)
        f = f + f_tool
        n = n + n_tool + (poses(name)["tool"].p - point).cross(f_tool)
    return f, n


@every_robot
def test_the_base_is_accelerated_against_gravity_and_everything_carries_it(name: str) -> None:
    found = model(name)
    gravity = found.chain.gravity
    assert found.links[0].a == -gravity
    true, centres = (
        kinematics.motion(found.chain),
        kinematics.mass_centre_motion(found.chain),
    )
    for i in centres:
        lifted = -(poses(name)[i].R.T @ gravity)
        assert found.links[i].a == true[i].a + lifted
        assert found.links[i].a_C == centres[i].a + lifted


@every_robot
def test_gravity_is_in_no_velocity_and_in_no_angular_acceleration(name: str) -> None:
    found = model(name)
    true, centres = kinematics.motion(found.chain), kinematics.mass_centre_motion(found.chain)
    for i in centres:
        steps = found.links[i]
        assert (steps.omega, steps.epsilon, steps.v) == (true[i].omega, true[i].epsilon, true[i].v)
        assert steps.v_C == centres[i].v


@every_robot
def test_newton_says_that_force_is_mass_times_acceleration(name: str) -> None:
    found = model(name)
    for link in found.chain.links:
        steps = found.links[link.number]
        assert link.body.m * steps.a_C == steps.F


@small_robots
def test_newton_s_force_is_the_derivative_of_momentum_less_the_weight(name: str) -> None:
    for i in poses(name):
        if i not in (0, "tool"):
            assert inertial_force(name, i) == poses(name)[i].R @ model(name).links[i].F


@small_robots
def test_euler_s_moment_is_the_derivative_of_angular_momentum(name: str) -> None:
    for i in poses(name):
        if i not in (0, "tool"):
            assert inertial_moment(name, i) == poses(name)[i].R @ model(name).links[i].N


@small_robots
def test_a_joint_bears_the_sum_of_all_it_carries(name: str) -> None:
    for i, steps in model(name).links.items():
        if i:
            R, p = poses(name)[i].R, poses(name)[i].p
            assert (R @ steps.f, R @ steps.n) == summed_about(name, i, p)


@small_robots
def test_the_base_bears_the_whole_robot(name: str) -> None:
    base = model(name).links[0]
    assert (base.f, base.n) == summed_about(name, 0, ZERO)


@every_robot
def test_a_driving_force_is_the_joint_s_along_its_axis(name: str) -> None:
    found = model(name)
    moving = [link for link in found.chain.links if link.kind != "F"]
    for link, tau in zip(moving, found.tau, strict=True):
        steps = found.links[link.number]
        assert tau == link.axis.dot(steps.n if link.kind == "R" else steps.f)


@small_robots
def test_driving_forces_are_those_of_lagrange(name: str) -> None:
    """d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q, with the energies from positions alone."""
    found = model(name, "none")
    kinetic, potential = energies(name)
    for k, tau in enumerate(found.tau, 1):
        lagrange = kinetic.diff(f"dq{k}").dt() + (potential - kinetic).diff(f"q{k}")
        assert tau == lagrange.to(found.ring)


@small_robots
def test_the_power_of_the_drives_goes_into_energy(name: str) -> None:
    found = model(name, "none")
    kinetic, potential = energies(name)
    power = speeds(found).dot(found.tau)
    assert power == (kinetic + potential).dt().to(found.ring)


@cache
def energies(name: str) -> tuple[Expression, Expression]:
    """Kinetic and potential energy, from where the mass centres are and how the links turn."""
    found = model(name)
    half = found.ring.number(1) / 2
    kinetic, potential = found.ring.number(0), found.ring.number(0)
    for link in found.chain.links:
        i, m = link.number, link.body.m
        velocity, omega = dt(mass_centre(name, i)), angular_velocity(name, i)
        kinetic += half * (m * velocity.dot(velocity))
        kinetic += half * omega.dot(base_inertia(name, i) @ omega)
        potential -= m * found.chain.gravity.dot(mass_centre(name, i))
    return kinetic, potential


@pytest.mark.parametrize("name", ["iiwa", "panda", "ur5"])
def test_every_entry_of_every_step_is_an_expression_of_the_model_s_ring(name: str) -> None:
    found = model(name)
    for steps in found.links.values():
        for field in ("omega", "epsilon", "v", "a", "v_C", "a_C", "F", "N", "f", "n"):
            assert all(entry.ring is found.ring for entry in getattr(steps, field))
