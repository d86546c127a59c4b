"""Friction, rotors and springs: by hand, one by one, and against MuJoCo all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import pytest
from tests.mechanics.exact import load, model, speeds
from tests.oracles.plain import Array
from tests.oracles.random_robots import State, random_inertia, random_state
from tests.truth.bridge import entries, with_state
from tests.truth.judge import numbers

import torsor
from torsor import Model
from torsor.spatial.vectors import Matrix, Vector

METHODS = ("newton-euler", "lagrange", "virtual-work")

every_method = pytest.mark.parametrize("method", METHODS)


def with_drives(what: str, method: str = "newton-euler", name: str = "rttrr") -> Model:
    """A library robot with drives of this kind at every joint."""
    return torsor.derive(load(name).with_drives(what), method=method)


def added(driven: Model, name: str = "rttrr") -> tuple[Any, ...]:
    """What the drives add to the driving forces."""
    plain = (tau.to(driven.ring) for tau in model(name).tau)
    return tuple(tau - bare for tau, bare in zip(driven.tau, plain, strict=True))


# by hand ------------------------------------------------------------------------------------------


@every_method
def test_friction_is_viscous_and_coulomb_at_each_joint(method: str) -> None:
    driven = with_drives("friction", method)
    wanted = tuple(driven.parse(f"fv{i}*dq{i} + fc{i}*sign(dq{i})") for i in range(1, 6))
    assert added(driven) == wanted
    assert tuple(driven.friction) == wanted


@every_method
def test_a_rotor_adds_its_inertia_times_the_gear_ratio_squared_on_the_diagonal(method: str) -> None:
    driven = with_drives("rotors", method)
    assert added(driven) == tuple(driven.parse(f"N{i}^2*Im{i}*ddq{i}") for i in range(1, 6))
    plain = Matrix(Vector(e.to(driven.ring) for e in row) for row in model("rttrr").M)
    for i, row in enumerate(driven.M - plain):
        for j, entry in enumerate(row):
            assert entry == (driven.parse(f"N{i + 1}^2*Im{i + 1}") if i == j else 0)


@every_method
def test_rotors_leave_velocity_and_gravity_terms_as_they_are(method: str) -> None:
    driven, plain = with_drives("rotors", method), model("rttrr")
    assert tuple(driven.g) == tuple(e.to(driven.ring) for e in plain.g)
    for row, other in zip(driven.C, plain.C, strict=True):
        assert tuple(row) == tuple(e.to(driven.ring) for e in other)


@every_method
def test_a_spring_pulls_back_to_its_rest_position(method: str) -> None:
    rows = [
        {"kind": "R", "axis": "z", "link": {"spring": "k1", "rest": "q0"}},
        {"kind": "T", "axis": "x", "link": {"spring": 250, "rest": 0.12}},
        {"kind": "R", "axis": "y", "link": {"spring": True}},
    ]
    driven = torsor.derive({"joint": rows}, method=method)
    wanted = ("k1*(q1 - q0)", "250*q2 - 30", "k3*q3")
    assert tuple(driven.spring) == tuple(driven.parse(text) for text in wanted)


def test_a_spring_stores_what_its_force_takes() -> None:
    driven = with_drives("springs", "lagrange")
    stored = driven.energies.potential["springs"]
    assert stored == driven.parse(" + ".join(f"k{i}*q{i}^2/2" for i in range(1, 6)))
    assert tuple(stored.diff(f"q{i}") for i in range(1, 6)) == tuple(driven.spring)


def test_a_rotor_stores_half_its_inertia_times_the_speed_squared() -> None:
    driven = with_drives("rotors", "lagrange")
    stored = driven.energies.kinetic["rotors"]
    assert stored == driven.parse(" + ".join(f"N{i}^2*Im{i}*dq{i}^2/2" for i in range(1, 6)))


def test_a_rest_position_may_be_an_angle_in_degrees() -> None:
    row = {"kind": "R", "axis": "z", "link": {"spring": 2, "rest": "90deg"}}
    (force,) = torsor.derive({"joint": [row]}).spring
    assert force.evaluate({"q1": np.pi / 2}) == pytest.approx(0, abs=1e-15)
    assert force.evaluate({"q1": 1.0}) == pytest.approx(2 * (1 - np.pi / 2), rel=1e-15)


def test_a_slide_does_not_rest_at_an_angle() -> None:
    row = {"kind": "T", "axis": "z", "link": {"spring": 2, "rest": "90deg"}}
    with pytest.raises(torsor.TorsorError, match="joint 1, link: rest: '90deg' is an angle"):
        torsor.load({"joint": [row]})


def test_friction_takes_power_in_every_motion() -> None:
    driven = with_drives("friction")
    power = speeds(driven).dot(driven.friction)
    rng = np.random.default_rng(0)
    for _ in range(5):
        values = {n: float(abs(rng.normal())) for n in power.symbols()}
        values |= {f"dq{i}": float(rng.normal()) for i in range(1, 6)}
        assert power.evaluate(values) > 0


def test_drives_are_told_apart_in_the_tensor_form() -> None:
    robot = load("3r").with_drives("friction").with_drives("rotors").with_drives("springs")
    driven = torsor.derive(robot)
    shares = driven.tensor.forces(speeds(driven), speeds(driven, "ddq"))
    assert shares == Vector(driven.tau)


def test_a_drive_in_numbers_is_the_symbolic_one_with_numbers_put_in() -> None:
    symbolic = with_drives("rotors", name="planar2r")
    link = {"rotor": "1/400", "ratio": 60}
    rows = [
        {"kind": "R", "axis": "z", "link": link},
        {"kind": "R", "axis": "z", "offset": ["l1", 0, 0], "link": link},
    ]
    table = {"joint": rows, "gravity": [0, "-g", 0], "tool": {"offset": ["l2", 0, 0]}}
    given = {"Im1": "1/400", "Im2": "1/400", "N1": 60, "N2": 60}
    assert torsor.derive(table).tau == tuple(tau.subs(given) for tau in symbolic.tau)


# against MuJoCo -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arm:
    """A random arm with everything that drives have, as a table and as a MuJoCo model."""

    table: dict[str, Any]
    mujoco: Any

    def inverse_dynamics(self, state: State) -> tuple[Array, Array]:
        """The driving forces and the mass matrix by MuJoCo."""
        data = mujoco.MjData(self.mujoco)
        data.qpos[:], data.qvel[:], data.qacc[:] = state.q, state.dq, state.ddq
        mujoco.mj_inverse(self.mujoco, data)
        M = np.zeros((self.mujoco.nv, self.mujoco.nv))
        mujoco.mj_fullM(self.mujoco, data, M)
        return np.array(data.qfrc_inverse), M


def draw_arm(seed: int, kinds: str) -> Arm:
    """The arm of this seed."""
    rng = np.random.default_rng(seed)

    def some(count: int, low: float, high: float) -> list[float]:
        return [round(float(e), 3) for e in rng.uniform(low, high, count)]

    gravity, rows, xml = some(3, -10, 10), [], ""
    for kind in kinds:
        axis = [float(e) for e in np.eye(3)[rng.integers(3)] * rng.choice([-1, 1])]
        offset, com, quaternion = some(3, -1, 1), some(3, -1, 1), some(4, -1, 1)
        inertia = entries(random_inertia(rng).round(6) + 0.01 * np.eye(3))
        mass, viscous, rotor, spring, rest = some(5, 0.2, 3)
        ratio = int(rng.integers(2, 9))
        link = {"mass": mass, "com": com, "inertia": inertia, "viscous": viscous}
        link |= {"rotor": rotor, "ratio": ratio, "spring": spring, "rest": rest}
        placed = {"offset": offset, "rotation": {"quaternion": quaternion}}
        rows.append({"kind": kind, "axis": axis, **placed, "link": link})
        unit = np.array(quaternion) / np.linalg.norm(quaternion)
        xml += f"""
          <body pos="{spaced(offset)}" quat="{spaced(unit)}">
            <inertial pos="{spaced(com)}" mass="{mass}" fullinertia="{spaced(inertia)}"/>
            <joint type="{"hinge" if kind == "R" else "slide"}" axis="{spaced(axis)}"
              damping="{viscous}" armature="{ratio**2 * rotor}" stiffness="{spring}"
              springref="{rest}"/>"""
    xml += "</body>" * len(kinds)
    built = mujoco.MjModel.from_xml_string(
        f"""<mujoco><compiler angle="radian" inertiafromgeom="false"/>
        <option gravity="{spaced(gravity)}"/><worldbody>{xml}</worldbody></mujoco>"""
    )
    return Arm({"joint": rows, "gravity": gravity, "payload": "none"}, built)


def spaced(values: Iterable[float]) -> str:
    """Numbers as MJCF has them."""
    return " ".join(repr(float(v)) for v in values)


@pytest.mark.parametrize(("seed", "kinds"), [(1, "RTR"), (2, "RRR"), (3, "TRT")])
def test_damping_armature_and_stiffness_are_mujocos(seed: int, kinds: str) -> None:
    arm = draw_arm(seed, kinds)
    found = torsor.derive(arm.table)
    rng = np.random.default_rng(1)
    for _ in range(3):
        state = random_state(rng, 3)
        values = with_state({}, state)
        tau, M = arm.inverse_dynamics(state)
        assert np.allclose(numbers(found.M, values), M, rtol=1e-10, atol=1e-10)
        assert np.allclose(numbers(found.tau, values), tau, rtol=1e-9, atol=1e-9)
        for share in (found.friction, found.spring):
            assert np.abs(numbers(share, values)).min() > 0
