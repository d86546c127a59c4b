"""What real joints add, and joints that share coordinates: by hand, by MuJoCo, by the recursion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import pytest
from tests.oracles import recursion
from tests.truth.bridge import in_numbers, random_values, short, short_state, with_state
from tests.truth.judge import numbers, relative_error

import torsor
from torsor.errors import RobotError
from torsor.model import Model

from .scara_by_bodies import SCARA_BODIES

METHODS = ("newton-euler", "lagrange", "virtual-work")

ARM: list[dict[str, Any]] = [
    {"kind": "R", "axis": "z", "offset": [0, 0, "h"]},
    {"kind": "R", "axis": "y", "offset": ["l1", 0, 0], "rotation": "Rx(30deg)"},
    {"kind": "R", "axis": "x", "offset": ["l2", 0, "l1"]},
    {"kind": "T", "axis": "-y", "offset": [0, "l3", 0], "rotation": "Rz(45deg)"},
]
"""Three turns about three axes and a slide, nothing vanishing."""


def arm(**changes: dict[str, Any]) -> dict[str, Any]:
    """The arm without a load; ``joint2 = {...}`` adds to joint 2."""
    rows = [row | changes.get(f"joint{i}", {}) for i, row in enumerate(ARM, 1)]
    return {"name": "Arm", "payload": "none", "joint": rows}


# drives, by hand ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bare() -> Any:
    return torsor.derive(arm())


def added(model: torsor.Model, bare: torsor.Model) -> list[torsor.Expression]:
    """What the drives add to the forces of the bare arm."""
    return [t - model.parse(str(b)) for t, b in zip(model.tau, bare.tau, strict=True)]


@pytest.mark.parametrize("method", METHODS)
def test_friction_is_viscous_and_coulomb_at_each_joint(method: str, bare: Any) -> None:
    model = torsor.derive(torsor.load(arm()).with_drives("friction"), method)
    shares = [model.parse(f"fv{i}*dq{i} + fc{i}*sign(dq{i})") for i in range(1, 5)]
    assert added(model, bare) == shares == list(model.friction)


@pytest.mark.parametrize("method", METHODS)
def test_a_rotor_adds_its_geared_inertia_to_the_diagonal_of_m_alone(method: str, bare: Any) -> None:
    model = torsor.derive(torsor.load(arm()).with_drives("rotors"), method)
    assert added(model, bare) == [model.parse(f"N{i}^2*Im{i}*ddq{i}") for i in range(1, 5)]
    for i, row in enumerate(model.M):
        for j, entry in enumerate(row):
            rotor = model.parse(f"N{i + 1}^2*Im{i + 1}" if i == j else "0")
            assert entry == model.parse(str(bare.M[i][j])) + rotor
    assert [[str(e) for e in row] for row in model.C] == [[str(e) for e in row] for row in bare.C]


@pytest.mark.parametrize("method", METHODS)
def test_a_spring_pulls_towards_its_rest_position(method: str, bare: Any) -> None:
    rests = {f"joint{i}": {"link": {"spring": True, "rest": f"rest{i}"}} for i in range(1, 5)}
    model = torsor.derive(arm(**rests), method)
    shares = [model.parse(f"k{i}*(q{i} - rest{i})") for i in range(1, 5)]
    assert added(model, bare) == shares == list(model.spring)


def test_friction_rotors_and_springs_change_nothing_of_gravity(bare: Any) -> None:
    robot = torsor.load(arm())
    for what in ("friction", "rotors", "springs"):
        robot = robot.with_drives(what)
    assert [str(e) for e in torsor.derive(robot).g] == [str(e) for e in bare.g]


def test_coulomb_friction_turns_with_the_velocity() -> None:
    model = torsor.derive(
        {"payload": "none", "joint": [{"kind": "T", "axis": "x", "link": {"coulomb": "fc"}}]}
    )
    held = {"m1": 2, "ddq1": 0, "fc": 3}
    assert [model.tau[0].evaluate({**held, "dq1": v}) for v in (-0.5, 0, 0.5)] == [-3, 0, 3]


def test_a_rest_angle_may_be_in_degrees() -> None:
    table = arm(joint2={"link": {"spring": "k", "rest": "30deg"}})
    (force,) = {e for e in torsor.derive(table).spring if e}
    assert force.evaluate({"k": 6, "q2": 0}) == pytest.approx(-np.pi, rel=1e-15)


# drives, by MuJoCo --------------------------------------------------------------------------------

DRIVES = (
    {"damping": 1.25, "armature": 0.375, "stiffness": 40.5, "springref": 0.5},
    {"damping": 0.5, "armature": 1.5, "stiffness": 12.25, "springref": -0.25},
    {"damping": 0.0625, "armature": 0.125, "stiffness": 3.75, "springref": 1.125},
)
KINDS = (("R", "hinge"), ("T", "slide"), ("R", "hinge"))
AXES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
OFFSETS = ((0.0, 0.0, 0.25), (0.5, 0.125, 0.0), (0.25, -0.375, 0.5))
INERTIAS = (
    (0.5, 0.625, 0.75, 0.0625, -0.125, 0.03125),
    (0.25, 0.375, 0.3125, -0.03125, 0.0625, 0.015625),
    (0.125, 0.15625, 0.1875, 0.015625, 0.03125, -0.0078125),
)
MASSES = (4.0, 2.5, 1.5)
CENTRES = ((0.125, 0.0625, -0.25), (0.25, -0.125, 0.0625), (-0.0625, 0.1875, 0.125))


def text(entries: Any) -> str:
    return " ".join(map(str, entries))


def mjcf() -> str:
    """Three joints with damping, armature and springs."""
    body = ""
    for i in reversed(range(3)):
        drive = " ".join(f'{key}="{value}"' for key, value in DRIVES[i].items())
        body = (
            f'<body pos="{text(OFFSETS[i])}">'
            f'<joint type="{KINDS[i][1]}" axis="{text(AXES[i])}" {drive}/>'
            f'<inertial pos="{text(CENTRES[i])}" mass="{MASSES[i]}"'
            f' fullinertia="{text(INERTIAS[i])}"/>{body}</body>'
        )
    return (
        '<mujoco><compiler angle="radian"/><option gravity="0 0 -9.8125"/>'
        f"<worldbody>{body}</worldbody></mujoco>"
    )


def same_arm() -> dict[str, Any]:
    """The same in our words: a rotor of a quarter the armature behind a gear of two."""
    rows = []
    for i in range(3):
        drive = DRIVES[i]
        link = {
            "mass": MASSES[i],
            "com": list(CENTRES[i]),
            "inertia": dict(zip(("xx", "yy", "zz", "xy", "xz", "yz"), INERTIAS[i], strict=True)),
            "viscous": drive["damping"],
            "rotor": drive["armature"] / 4,
            "ratio": 2,
            "spring": drive["stiffness"],
            "rest": drive["springref"],
        }
        if KINDS[i][0] == "R":  # an angle says its unit
            link["rest"] = f"{drive['springref']} rad"
        row = {"kind": KINDS[i][0], "axis": list(AXES[i]), "offset": list(OFFSETS[i])}
        rows.append(row | {"link": link})
    return {"joint": rows, "payload": "none", "gravity": [0, 0, -9.8125]}


@pytest.mark.parametrize("method", METHODS)
def test_damping_armature_and_springs_agree_with_mujoco(method: str) -> None:
    model = torsor.derive(same_arm(), method)
    world = mujoco.MjModel.from_xml_string(mjcf())
    rng = np.random.default_rng(3)
    for _ in range(5):
        state = short_state(rng, 3)
        data = mujoco.MjData(world)
        data.qpos[:], data.qvel[:], data.qacc[:] = state.q, state.dq, state.ddq
        mujoco.mj_inverse(world, data)
        tau = numbers(model.tau, with_state({}, state))
        size = np.abs(tau).sum()
        assert relative_error(tau, data.qfrc_inverse, size) <= 1e-10
        M = np.zeros((3, 3))
        for j, unit in enumerate(np.eye(3)):
            mujoco.mj_mulM(world, data, M[j], unit)
        found = numbers(model.M, with_state({}, state))
        assert relative_error(found, M, np.abs(M).sum()) <= 1e-10


# couplings ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coupling:
    """Joints as a robot's table has them, and their displacements T q + c by hand."""

    joints: dict[str, dict[str, Any]]
    T: list[list[float]]
    c: list[float]


def moves(formula: str) -> dict[str, Any]:
    return {"moves": formula}


COUPLINGS = {
    "a follower that turns back": Coupling(
        {"joint3": {"mimic": {"joint": 2, "ratio": -1, "offset": "30deg"}}},
        [[1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1]],
        [0, 0, np.pi / 6, 0],
    ),
    "a follower of a follower": Coupling(
        {"joint1": {"mimic": {"joint": 3, "ratio": 2}}, "joint3": {"mimic": {"joint": 2}}},
        [[2, 0], [1, 0], [1, 0], [0, 1]],
        [0, 0, 0, 0],
    ),
    "a belt from the base": Coupling(
        {"joint2": moves("q2"), "joint3": moves("q3 - q2")},
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, -1, 1, 0], [0, 0, 0, 1]],
        [0, 0, 0, 0],
    ),
    "a differential": Coupling(
        {"joint2": moves("q2 + q3"), "joint3": moves("q2 - q3")},
        [[1, 0, 0, 0], [0, 1, 1, 0], [0, 1, -1, 0], [0, 0, 0, 1]],
        [0, 0, 0, 0],
    ),
    "a screw with an offset": Coupling(
        {"joint4": {"mimic": {"joint": 3, "ratio": "1/8", "offset": "3/4"}}},
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0.125]],
        [0, 0, 0, 0.75],
    ),
}


def driven(coupling: Coupling, **more: Any) -> dict[str, Any]:
    """The coupled arm with viscous friction, rotors and springs at every joint."""
    link = {i: {"viscous": f"fv{i}", "rotor": True, "spring": True, **more} for i in range(1, 5)}
    changes = {f"joint{i}": {"link": link[i]} for i in range(1, 5)}
    return arm(**{k: v | coupling.joints.get(k, {}) for k, v in changes.items()})


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", COUPLINGS)
def test_a_coupled_robot_is_the_free_one_seen_through_its_coupling(name: str, method: str) -> None:
    coupling = COUPLINGS[name]
    model = torsor.derive(arm(**coupling.joints), method)
    T, c = np.array(coupling.T, float), np.array(coupling.c, float)
    assert model.robot.dof == len(model.tau) == T.shape[1]
    rng = np.random.default_rng(4)
    for _ in range(3):
        values = random_values(rng, model.robot)
        state = short_state(rng, T.shape[1])
        plain = in_numbers(model.robot, values).robot
        forces = recursion.driving_forces(plain, T @ state.q + c, T @ state.dq, T @ state.ddq)
        size = float((abs(T).T @ forces.magnitude).sum())
        tau = numbers(model.tau, with_state(values, state))
        assert relative_error(tau, T.T @ forces.tau, size) <= 1e-12
        M = T.T @ recursion.mass_matrix(plain, T @ state.q + c) @ T
        found = numbers(model.M, with_state(values, state))
        assert relative_error(found, M, np.abs(M).sum()) <= 1e-12


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", COUPLINGS)
def test_drives_are_felt_through_the_coupling(name: str, method: str) -> None:
    coupling = COUPLINGS[name]
    model = torsor.derive(driven(coupling, mass=0, com=0, inertia=0), method)  # drives alone
    T, c = np.array(coupling.T, float), np.array(coupling.c, float)
    rng = np.random.default_rng(5)
    state = short_state(rng, T.shape[1])
    fv, Im, N, k = (np.array([short(x) for x in rng.uniform(0.5, 3, 4)]) for _ in range(4))
    named = {"fv": fv, "Im": Im, "N": N, "k": k}
    drives = {f"{n}{i + 1}": float(v[i]) for n, v in named.items() for i in range(4)}
    at_joints = fv * (T @ state.dq) + N**2 * Im * (T @ state.ddq) + k * (T @ state.q + c)
    found = numbers(model.tau, with_state(drives, state))
    assert relative_error(found, T.T @ at_joints, np.abs(at_joints).sum()) <= 1e-12


@pytest.mark.parametrize("name", COUPLINGS)
def test_the_three_methods_agree_exactly_on_a_coupled_and_driven_robot(name: str) -> None:
    first, *others = (torsor.derive(driven(COUPLINGS[name]), method) for method in METHODS)
    for other in others:
        assert other.tau == first.tau
        assert (other.M, other.C, other.g) == (first.M, first.C, first.g)


def test_a_follower_that_slides_backwards_has_coulomb_friction_of_its_own_sign() -> None:
    follower = {"mimic": {"joint": 3, "ratio": "-1/2"}, "link": {"coulomb": "fc"}}
    model = torsor.derive(arm(joint4=follower))
    assert list(model.friction) == [model.parse(e) for e in ("0", "0", "fc*sign(dq3)/2")]


# a robot given by its bodies ----------------------------------------------------------------------


@pytest.mark.parametrize("method", ["lagrange", "virtual-work"])
def test_scara_by_its_bodies_is_scara_by_its_chain(method: str) -> None:
    chain = torsor.derive(torsor.load("scara").with_payload("none"))
    bodies = torsor.derive(SCARA_BODIES, method)

    def same(found: Any, wanted: Any) -> bool:
        return all(a == bodies.parse(str(b)) for a, b in zip(found, wanted, strict=True))

    assert same(bodies.tau, chain.tau)
    assert same(bodies.g, chain.g)
    for found, wanted in zip((*bodies.M, *bodies.C), (*chain.M, *chain.C), strict=True):
        assert same(found, wanted)


def test_a_body_may_turn_as_omega_or_as_a_jacobian_says() -> None:
    third = SCARA_BODIES["body"][2]
    by_omega = {k: v for k, v in third.items() if k != "rotation_jacobian"}
    by_omega["omega"] = [0, 0, "dq1 + dq2 - dq4"]
    other = SCARA_BODIES | {"body": [*SCARA_BODIES["body"][:2], by_omega]}
    assert torsor.derive(other).tau == torsor.derive(SCARA_BODIES).tau


# what is refused, and with which sentence ---------------------------------------------------------

TURN: dict[str, Any] = {"kind": "R", "axis": "z"}


def follower(joint: int, ratio: Any = 1) -> dict[str, Any]:
    return TURN | {"mimic": {"joint": joint, "ratio": ratio}}


def body(**entries: Any) -> dict[str, Any]:
    row = {"position": ["l*cos(q1)", "l*sin(q1)", 0], **entries}
    return {"name": "crank", "coordinates": "RR", "body": [row]}


WHOLE = "a revolute joint needs whole multiples: take the slower joint's angle as the coordinate"
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "followers in a circle": (
        {"joint": [TURN, follower(3), follower(2)]},
        "the coupling runs in a circle: joint 2 → 3 → 2",
    ),
    "its own follower": (
        {"joint": [TURN, follower(2)]},
        "the coupling runs in a circle: joint 2 → 2",
    ),
    "a singular coupling": (
        {"joint": [TURN | moves("q1 + q2"), TURN | moves("2*q1 + 2*q2")]},
        "the coupling of 'robot' is singular: some motion of its coordinates moves no joint",
    ),
    "half a turn": (
        {"joint": [TURN, follower(1, 0.5)]},
        f"joint 2 of 'robot' turns by q1/2; {WHOLE}",
    ),
    "half a turn, written out": (
        {"joint": [TURN | moves("q1"), TURN | moves("q2 + q1/2")]},
        f"joint 2 of 'robot' turns by q2 + q1/2; {WHOLE}",
    ),
    "no number as a ratio": (
        {"joint": [TURN, follower(1, "r")]},
        "joint 2, mimic: the ratio r is not a number",
    ),
    "Coulomb friction of two coordinates": (
        {
            "joint": [
                TURN | moves("q1 + q2"),
                TURN | moves("q1 - q2") | {"link": {"friction": True}},
            ]
        },
        "joint 2 of 'robot' has Coulomb friction and is moved by several coordinates; "
        "its direction is then no symbol of its own",
    ),
    "a product of coordinates": (
        {"joint": [TURN, TURN | moves("q1*q2")]},
        "q1*q2 is not linear in the coordinates",
    ),
    "a fixed joint that moves": (
        {"joint": [TURN, {"kind": "F"} | moves("q1")]},
        "joint 2: a fixed joint does not move",
    ),
    "both ways to move": (
        {"joint": [TURN, follower(1) | moves("q1")]},
        "joint 2: expected moves or mimic, not both",
    ),
    "omega of second degree": (
        body(omega=[0, 0, "dq1*dq2"]),
        "body 1: the angular velocity's z component dq1*dq2 is not linear in the velocities",
    ),
    "omega without a rate": (
        body(omega=["w", 0, "dq1"]),
        "body 1: the angular velocity's x component w is not linear in the velocities",
    ),
    "omega twice": (
        body(omega=[0, 0, "dq1"], rotation_jacobian=[[0, 0], [0, 0], [1, 0]]),
        "body 1: expected omega or rotation_jacobian, not both",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_robot_is_refused_in_a_sentence(what: str) -> None:
    table, sentence = REFUSED[what]
    with pytest.raises(RobotError) as refusal:
        torsor.load(table)
    assert str(refusal.value) == sentence


def test_newton_euler_is_refused_where_there_is_no_chain() -> None:
    with pytest.raises(RobotError) as refusal:
        torsor.derive(SCARA_BODIES, "newton-euler")
    assert str(refusal.value) == (
        "'SCARA by bodies' is given by bodies, not by a chain, and Newton-Euler goes from joint "
        "to joint; derive it by lagrange or virtual-work"
    )


@pytest.mark.parametrize("what", ["chain", "links", "columns", "base_parameters"])
def test_what_only_a_chain_has_is_refused_in_a_sentence(what: str) -> None:
    model = torsor.derive(SCARA_BODIES)
    with pytest.raises(RobotError, match="is given by bodies, not by a chain: it has no frames"):
        getattr(model, what)


def test_a_robot_given_by_bodies_has_no_drives_and_no_load() -> None:
    robot = torsor.load(SCARA_BODIES)
    with pytest.raises(RobotError, match="has no joints to drive"):
        robot.with_drives("friction")
    with pytest.raises(RobotError, match="has no tool to carry a load"):
        robot.with_payload("body")
    assert Model(robot).drives == {}
