"""Real robots' files judged by Pinocchio and MuJoCo: what Torsor makes of them, at random states.

Torsor's mechanics runs over floats here (the closed form of a seven-axis arm with general angles
has hundreds of thousands of terms); Pinocchio reads the file itself. A follower (``<mimic>``) is an
independent joint to Pinocchio, so its share is projected: q_all = G q + b, τ = Gᵀ τ_all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
from lxml import etree
from tests.oracles.plain import Array

from torsor import Robot
from torsor.algebra.scalars.floats import FloatScalars
from torsor.mechanics.chain import chain_of
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.parameters.linear_rnea import linear_newton_euler
from torsor.mechanics.partial_velocities import mass_matrix_of, partial_velocities
from torsor.robot.symbols import parameters

DATA = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
FILES = sorted(DATA.rglob("*.urdf"))
TOLERANCE = 1e-10


def label(file: Path) -> str:
    """``ur_description/ur5_robot``."""
    return f"{file.relative_to(DATA).parts[0].removesuffix('_description')}/{file.stem}"


def moving_ends(file: Path) -> int:
    """How many moving joints carry no further moving joint: 1 for a serial arm."""
    joints = etree.parse(file).getroot().findall("joint")
    below: dict[str, list[Any]] = {}
    for joint in joints:
        below.setdefault(joint.find("parent").get("link"), []).append(joint)

    def moves(link: str) -> int:
        return sum(
            max(moves(j.find("child").get("link")), 1 if j.get("type") != "fixed" else 0)
            for j in below.get(link, [])
        )

    children = {j.find("child").get("link") for j in joints}
    return sum(moves(root) for root in below if root not in children)


class Floats(FloatScalars):
    """Every number a float from the start, so that no long fraction is multiplied."""

    def value(self, formula: Any) -> Any:
        """A formula as a float; whole numbers stay plain."""
        found = super().value(formula)
        return found if isinstance(found, int) else float(found)


@dataclass(frozen=True)
class Quantities:
    """What is compared: driving forces, mass matrix, tool pose, tool Jacobian (linear first)."""

    tau: Array
    M: Array
    R: Array
    p: Array
    J: Array


def by_torsor(robot: Robot, state: tuple[Array, Array, Array]) -> Quantities:
    """Torsor's mechanics at a state, without load and friction."""
    values = {n: float(FloatScalars({}).value(v)) for n, v in robot.numbers.items()}
    values |= dict.fromkeys(set(parameters(robot)) - set(values), 0.0)
    for letter, numbers in zip(("q", "dq", "ddq"), state, strict=True):
        values |= {f"{letter}{k}": float(x) for k, x in enumerate(numbers, 1)}
    chain = chain_of(robot, Floats(values))
    partial = partial_velocities(chain)
    M = sum(
        np.array(mass_matrix_of(link.body, partial[link.number].shift(link.body.r_C)), float)
        for link in chain.links
    )
    tool = poses(chain)["tool"]
    J = jacobian(chain)
    return Quantities(
        np.array(linear_newton_euler(chain), float),
        np.array(M),
        np.array(tool.R, float),
        np.array(tool.p, float),
        np.vstack([np.array(J.J_v, float), np.array(J.J_w, float)]),
    )


class Oracle:
    """Pinocchio's model of a file, asked in Torsor's coordinates."""

    def __init__(self, file: Path, robot: Robot, tip: str) -> None:
        self.model = pin.buildModelFromUrdf(str(file))
        self.data = self.model.createData()
        self.tip = self.model.getFrameId(tip)
        names, G, b = coupling(file, robot)
        rows = [self._row(name) for name in names]
        self.G, self.b = np.zeros((self.model.nv, robot.dof)), np.zeros(self.model.nv)
        self.G[rows], self.b[rows] = G, b

    def _row(self, joint: str) -> int:
        index = self.model.getJointId(joint)
        assert index < self.model.njoints, f"Pinocchio has no joint {joint}"
        return int(self.model.joints[index].idx_v)

    def configuration(self, q: Array) -> Array:
        """Pinocchio's coordinates; a continuous joint has two."""
        return pin.integrate(self.model, pin.neutral(self.model), self.G @ q + self.b)

    def at(self, state: tuple[Array, Array, Array]) -> tuple[Quantities, float]:
        """The same quantities, and the size of the terms that the driving forces are made of."""
        q, dq, ddq = state
        full = self.configuration(q)
        model, data, G = self.model, self.data, self.G
        tau = G.T @ pin.rnea(model, data, full, G @ dq, G @ ddq)
        still = G.T @ pin.rnea(model, data, full, G @ dq, 0 * G @ ddq)
        upper = np.triu(pin.crba(model, data, full))
        M = G.T @ (upper + np.triu(upper, 1).T) @ G
        frame = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        J = (
            np.array(pin.computeFrameJacobian(model, data, full, self.tip, frame)).reshape(6, -1)
            @ G
        )
        pin.framesForwardKinematics(model, data, full)
        place = data.oMf[self.tip]
        size = float(np.sum(np.abs(M) @ np.abs(ddq) + np.abs(still)))
        return Quantities(tau, M, np.array(place.rotation), np.array(place.translation), J), size


def coupling(file: Path, robot: Robot) -> tuple[list[str], Array, Array]:
    """The file's moving joints by Torsor's coordinates: names, G and b of G q + b."""
    followers = _followers(file)
    leading = {k: robot.joints[i - 1].name for i, k in reversed(robot.coordinate.items())}
    kept = {joint.name for joint in robot.joints}
    G, b = np.zeros((len(followers), robot.dof)), np.zeros(len(followers))
    for row, (name, (leader, factor, offset)) in enumerate(followers.items()):
        if name not in kept:
            b[row] = offset  # held at zero, or at a follower's offset
            continue
        k = next(k for k, own in leading.items() if followers[own][0] == leader)
        _, own_factor, own_offset = followers[leading[k]]
        G[row, k - 1] = factor / own_factor
        b[row] = offset - factor / own_factor * own_offset
    return list(followers), G, b


def _followers(file: Path) -> dict[str, tuple[str, float, float]]:
    """Each moving joint's leader with factor and offset; a joint leads itself."""
    joints = {
        j.get("name"): j
        for j in etree.parse(file).getroot().findall("joint")
        if j.get("type") != "fixed"
    }
    found = {}
    for name in joints:
        leader, factor, offset = name, 1.0, 0.0
        while (mimic := joints[leader].find("mimic")) is not None:
            offset += factor * float(mimic.get("offset", 0))
            factor *= float(mimic.get("multiplier", 1))
            leader = mimic.get("joint")
        found[name] = (leader, factor, offset)
    return found


@dataclass(frozen=True)
class Errors:
    """The largest errors seen: τ and M relative to what they are made of, pose and J absolute."""

    tau: float = 0.0
    M: float = 0.0
    pose: float = 0.0
    J: float = 0.0

    def worst(self, other: Errors) -> Errors:
        """Entry by entry the larger."""
        mine, theirs = vars(self), vars(other)
        return Errors(**{key: max(mine[key], theirs[key]) for key in mine})

    @property
    def largest(self) -> float:
        """The largest of all."""
        return max(vars(self).values())


def random_states(dof: int, count: int, seed: int = 0) -> list[tuple[Array, Array, Array]]:
    """Random coordinates, velocities and accelerations."""
    rng = np.random.default_rng([seed, dof])
    return [tuple(rng.uniform(-3, 3, dof) for _ in range(3)) for _ in range(count)]


def compared(file: Path, robot: Robot, tip: str, states: int) -> Errors:
    """The robot that was read from a file against Pinocchio's reading of a file."""
    oracle, worst = Oracle(file, robot, tip), Errors()
    for state in random_states(robot.dof, states):
        ours = by_torsor(robot, state)
        theirs, size = oracle.at(state)
        worst = worst.worst(
            Errors(
                float(np.linalg.norm(ours.tau - theirs.tau)) / size,
                float(np.linalg.norm(ours.M - theirs.M) / np.linalg.norm(theirs.M)),
                float(max(np.abs(ours.R - theirs.R).max(), np.abs(ours.p - theirs.p).max())),
                float(np.abs(ours.J - theirs.J).max()),
            )
        )
    return worst


def tip_of(file: Path, coupled: bool = True) -> str:
    """The end beyond the most moving joints, the file's last such one.

    Without ``coupled`` no joint on the way leads or follows another.
    """
    joints = etree.parse(file).getroot().findall("joint")
    parents = {j.find("parent").get("link") for j in joints}
    above = {j.find("child").get("link"): j for j in joints}
    mimics = [j for j in joints if j.find("mimic") is not None and j.get("type") != "fixed"]
    involved = {j.get("name") for j in mimics} | {j.find("mimic").get("joint") for j in mimics}

    def path(link: str) -> list[Any]:
        found = []
        while link in above:
            found.append(above[link])
            link = above[link].find("parent").get("link")
        return found

    ends = [link for link in above if link not in parents]
    if not coupled:
        ends = [e for e in ends if not involved & {j.get("name") for j in path(e)}]
    return max(reversed(ends), key=lambda e: sum(j.get("type") != "fixed" for j in path(e)))


def mujoco_error(file: Path, robot: Robot, states: int) -> float | str:
    """τ by MuJoCo's own reading of the file against Torsor's, or why MuJoCo refuses the file.

    Pictures are taken out, and nothing is fused or bounded; friction, limits and contacts are off.
    """
    import mujoco

    root = etree.parse(file).getroot()
    for element in list(root.iter("visual", "collision", "gazebo", "transmission")):
        element.getparent().remove(element)
    settings = etree.SubElement(etree.SubElement(root, "mujoco"), "compiler")
    settings.set("fusestatic", "false")
    settings.set("discardvisual", "false")
    try:
        model = mujoco.MjModel.from_xml_string(etree.tostring(root, encoding="unicode"))
    except ValueError as error:
        return " ".join(str(error).split())
    model.opt.gravity[:] = (0, 0, -9.81)
    model.dof_damping[:] = 0
    model.dof_frictionloss[:] = 0
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    names, G, b = coupling(file, robot)
    rows = [model.joint(name).dofadr[0] for name in names]
    worst = 0.0
    for q, dq, ddq in random_states(robot.dof, states):
        data.qpos[rows], data.qvel[rows], data.qacc[rows] = G @ q + b, G @ dq, G @ ddq
        mujoco.mj_inverse(model, data)
        tau, ours = G.T @ np.array(data.qfrc_inverse)[rows], by_torsor(robot, (q, dq, ddq))
        size = np.sum(np.abs(ours.M) @ np.abs(ddq)) + np.sum(np.abs(tau - ours.M @ ddq))
        worst = max(worst, float(np.linalg.norm(tau - ours.tau) / size))
    return worst
