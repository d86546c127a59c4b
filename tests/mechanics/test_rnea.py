"""RNEA and CRBA over aligned frames: exactly the textbook's τ and M, and Pinocchio's numbers."""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np
import pytest
from tests.mechanics.exact import EVERY, every_robot, load, model
from tests.oracles import pinocchio_model as pinocchio
from tests.oracles.recursion import driving_forces
from tests.program.truth import random_truth
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import TOLERANCE, relative_error

import torsor
from torsor.algebra.scalars.floats import FloatScalars
from torsor.algebra.scalars.ring import RingScalars
from torsor.errors import RobotError
from torsor.mechanics.chain import body_of
from torsor.mechanics.drives import drives_of, shared
from torsor.mechanics.fast import crba, rnea
from torsor.mechanics.fast.aligned_frames import AlignedChain, Z, aligned_chain, onto_z
from torsor.mechanics.newton_euler import Wrench
from torsor.robot.robot import Robot
from torsor.spatial.inertia import Body
from torsor.spatial.vectors import IDENTITY, Matrix, Vector

robots_with_rational_axes = pytest.mark.parametrize("name", [n for n in EVERY if n != "tilted"])
COUNT = 400 if os.environ.get("TORSOR_PROVE") == "all" else 100


def load_of(robot: Robot, chain: AlignedChain, scalars: object) -> rnea.Load:
    """What acts at the tool, a carried body left out: it is part of its link."""
    payload = robot.payload
    if payload.kind == "wrench":
        entries = [scalars.value(e) for e in payload.wrench]
        wrench = Wrench(Vector(entries[:3]), Vector(entries[3:]))
        return rnea.Load(wrench) if payload.axes == "tool" else rnea.Load(in_base=wrench)
    if payload.kind == "weight":
        weight = -(chain.gravity * body_of(payload.body, scalars).m)
        return rnea.Load(in_base=Wrench(weight, Vector((0, 0, 0))))
    return rnea.UNLOADED


@robots_with_rational_axes
@pytest.mark.parametrize("kind", ["wrench", "wrench base", "body", "weight"])
def test_the_driving_forces_are_exactly_the_textbooks(name: str, kind: str) -> None:
    kind, _, axes = kind.partition(" ")
    found = model(name, kind, axes or "tool")
    scalars = RingScalars(found.ring)
    plain = aligned_chain(found.robot, scalars)
    for chain in (plain, rnea.regroup_masses(plain)):
        forces = rnea.inverse_dynamics(chain, load_of(found.robot, chain, scalars))
        wanted = [found.ring.coerce(t) for t in found.tau]
        assert [found.ring.coerce(e) for e in forces] == wanted


@robots_with_rational_axes
@pytest.mark.parametrize("kind", ["none", "body"])
def test_the_mass_matrix_is_exactly_the_tensor_forms(name: str, kind: str) -> None:
    found = model(name, kind)
    plain = aligned_chain(found.robot, RingScalars(found.ring))
    for chain in (plain, rnea.regroup_masses(plain)):
        M = Matrix(crba.mass_matrix(chain))
        assert Matrix([found.ring.coerce(e) for e in row] for row in M) == found.M


def test_an_axis_with_a_root_is_refused_over_the_ring_in_one_sentence() -> None:
    found = model("tilted")
    with pytest.raises(RobotError, match="axis must be given in numbers"):
        aligned_chain(found.robot, RingScalars(found.ring))


@pytest.mark.parametrize("seed", range(COUNT))
def test_in_floating_point_a_random_robot_agrees_with_pinocchio(seed: int) -> None:
    """Trees, fixed joints, oblique axes, couplings, drives, every payload."""
    truth = random_truth(seed)
    rng = np.random.default_rng(seed)
    state = truth.state(rng)
    scalars = FloatScalars(with_state(truth.numbers, state))
    chain = rnea.regroup_masses(aligned_chain(truth.robot, scalars))
    forces = rnea.inverse_dynamics(chain, load_of(truth.robot, chain, scalars))
    drives = drives_of(truth.robot, scalars)
    rates = {link.number: (link.dq, link.ddq) for link in chain.links}
    added = shared(
        chain,
        {
            i: d.friction(rates[i][0]) + d.elastic() + d.rotor * rates[i][1]
            for i, d in drives.items()
        },
    )
    tau = np.array([float(e) for e in forces + added])
    wanted = truth.inverse_dynamics(state.q, state.dq, state.ddq, truth.payload)
    size = truth.magnitude(state, truth.payload)
    assert relative_error(tau, wanted, size) <= TOLERANCE
    M = np.array(crba.mass_matrix(chain), float)
    wanted = truth.mass_matrix(state.q, rotors=False)
    assert np.abs(M - wanted).max() <= TOLERANCE * max(1.0, np.abs(wanted).max())
    assert np.array_equal(M, M.T)


@every_robot
def test_sliding_origins_keeps_the_model(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offsets slid or left where they are: the same forces, and the tool where it was."""
    robot = load(name).with_payload("wrench")
    rng = np.random.default_rng(3)
    values, state = random_values(rng, robot), short_state(rng, robot.dof)
    scalars = FloatScalars(with_state(values, state))
    slid = aligned_chain(robot, scalars)
    monkeypatch.setattr("torsor.mechanics.fast.aligned_frames.slide_origins", lambda chain: chain)
    left = aligned_chain(robot, scalars)
    there = in_numbers(robot, values)
    wanted = driving_forces(there.robot, state.q, state.dq, state.ddq, there.payload)
    for chain in (slid, left):
        forces = rnea.inverse_dynamics(chain, load_of(robot, chain, scalars))
        tau = np.array([float(e) for e in forces])
        assert relative_error(tau, wanted.tau, wanted.magnitude.sum()) <= TOLERANCE
    R, p = pinocchio.tool_placement(pinocchio.build(there.robot), state.q)
    for chain in (slid, left):
        links = {link.number: link for link in chain.links}
        position, axes, at = chain.p_tool, chain.R_tool.T, chain.carrier
        while at:
            link = links[at]
            position = link.turn(position) + link.offset
            axes = [link.turn(Vector(row)) for row in axes]
            at = link.parent
        assert np.allclose(np.array(position, float), p, atol=1e-12)
        assert np.allclose(np.array(axes, float).T, R, atol=1e-12)


@pytest.mark.parametrize(
    "axis",
    [
        (0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0),
        (Fraction(3, 5), 0, Fraction(-4, 5)), (Fraction(2, 3), Fraction(-2, 3), Fraction(1, 3)),
        (Fraction(2, 3), Fraction(2, 3), Fraction(-1, 3)), (Fraction(3, 5), Fraction(4, 5), 0),
    ],
)  # fmt: skip
def test_a_frame_onto_an_axis_is_an_exact_rotation(axis: tuple[Fraction, ...]) -> None:
    R = onto_z(Vector(axis))
    assert R @ R.T == IDENTITY
    assert Vector(axis) == R @ Z
    assert R[0].cross(R[1]) == R[2]


def test_a_body_as_point_masses_and_back() -> None:
    """m, h and J = ∫ r rᵀ dm of four points are those of their mass centre and inertia."""
    from torsor.mechanics.fast.aligned_frames import pseudo_inertia

    points = [((1, 2, 3), 2), ((0, -1, 4), 3), ((5, 0, 0), 1), ((-2, 2, 1), 4)]
    m = sum(mass for _, mass in points)
    com = [Fraction(sum(r[i] * mass for r, mass in points), m) for i in range(3)]
    J = [[sum(r[i] * r[j] * mass for r, mass in points) for j in range(3)] for i in range(3)]
    central = [[J[i][j] - m * com[i] * com[j] for j in range(3)] for i in range(3)]
    trace = sum(central[i][i] for i in range(3))
    inertia = [[(trace if i == j else 0) - central[i][j] for j in range(3)] for i in range(3)]
    found = pseudo_inertia(Body(m, Vector(com), Matrix(inertia)))
    assert found.m == m
    assert found.h == Vector(m * c for c in com)
    assert Matrix(J) == found.J


def test_a_robot_whose_joints_are_all_on_the_base_has_no_carrier_but_its_own() -> None:
    robot = torsor.load(
        {"joint": [{"kind": "T", "axis": "x"}, {"kind": "F", "parent": 0, "link": {"mass": 2}}]}
    )
    ready = robot.with_payload("body")
    values = random_values(np.random.default_rng(0), ready)
    state = short_state(np.random.default_rng(1), 1)
    chain = aligned_chain(ready, FloatScalars(with_state(values, state)))
    assert chain.carrier == 0
    (force,) = rnea.inverse_dynamics(rnea.regroup_masses(chain))
    assert float(force) == pytest.approx(values["m1"] * state.ddq[0], rel=1e-14)
