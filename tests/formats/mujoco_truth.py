"""How far a Torsor robot is from a MuJoCo model of the same thing, at random states.

Numbers come from Torsor's recursions over floats; MuJoCo runs without constraints, so that its
inverse dynamics are M q̈ + c − passive forces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import mujoco
import numpy as np

from torsor import Robot
from torsor.algebra.scalars.floats import FloatScalars
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of, rotor_forces, rotor_matrix, shared, spring_forces
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.parameters.linear_rnea import linear_newton_euler
from torsor.robot.coupling import in_radians

mujoco.set_mju_user_warning(lambda _: None)  # else they go to a file in the directory

Errors = dict[str, float]


def array(value: Any) -> np.ndarray:
    """A vector or matrix over floats as an array."""
    rows = [[float(e) for e in r] if isinstance(r, (tuple, list)) else float(r) for r in value]
    return np.array(rows)


def at(robot: Robot, q: Any, dq: Any, ddq: Any, values: Any = {}) -> tuple[Any, Any]:  # noqa: B006
    """The chain and the drives of a robot in numbers, at a state."""
    state = {f"{d}q{k}": float(x) for d, xs in (("", q), ("d", dq), ("dd", ddq))
             for k, x in enumerate(xs, 1)}  # fmt: skip
    scalars = FloatScalars({**values, **state})
    return chain_of(robot, scalars), drives_of(robot, scalars)


def driving_forces(robot: Robot, q: Any, dq: Any, ddq: Any, values: Any = {}) -> np.ndarray:  # noqa: B006
    """Inertia, gravity, armature, springs and damping (Coulomb friction apart)."""
    chain, drives = at(robot, q, dq, ddq, values)
    damping = {i: float(d.viscous) * chain.links[i - 1].dq for i, d in drives.items()}
    parts = (rotor_forces(chain, drives), spring_forces(chain, drives), shared(chain, damping))
    return sum((array(p) for p in parts), array(linear_newton_euler(chain)))


def mass_matrix(robot: Robot, q: Any, values: Any = {}) -> np.ndarray:  # noqa: B006
    """M column by column, the rotors' share included."""
    zero = np.zeros(robot.dof)
    weightless = replace(robot, gravity=(robot.gravity[0] * 0,) * 3)
    columns = []
    for unit in np.eye(robot.dof):
        chain, drives = at(weightless, q, zero, unit, values)
        columns.append(array(linear_newton_euler(chain)))
    return np.array(columns).T + array(rotor_matrix(chain, drives))


def full_mass_matrix(model: Any, data: Any) -> np.ndarray:
    """MuJoCo's M, whatever its version calls it with."""
    M = np.zeros((model.nv, model.nv))
    try:
        mujoco.mj_fullM(model, data, M)
    except TypeError:
        mujoco.mj_fullM(model, M, data.qM)
    return M


def unconstrained(model: Any) -> Any:
    """The model with limits, contacts, friction loss and equalities off."""
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    return model


def coupling(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """S and c, with the joints' displacements S q + c."""
    S, c = np.zeros((len(robot.displacement), robot.dof)), np.zeros(len(robot.displacement))
    zero = FloatScalars({f"q{k}": 0.0 for k in range(1, robot.dof + 1)})
    for row, (i, displacement) in enumerate(robot.displacement.items()):
        c[row] = float(zero.value(in_radians(displacement)))
        for k, share in robot.shares(i).items():
            S[row, k - 1] = float(share)
    return S, c


def states(
    robot: Robot, model: Any, seed: int, count: int, order: Any
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """MuJoCo's data at random states of the robot, and these."""
    rng = np.random.default_rng(seed)
    data = mujoco.MjData(model)
    S, c = coupling(robot)
    for _ in range(count):
        q, dq, ddq = (rng.uniform(-3, 3, robot.dof) for _ in range(3))
        data.qpos[order], data.qvel[order] = S @ q + c, S @ dq
        mujoco.mj_forward(model, data)
        data.qacc[order] = S @ ddq
        mujoco.mj_inverse(model, data)
        yield data, q, dq, ddq


def errors(
    robot: Robot, model: Any, tool: Any = None, seed: int = 0, count: int = 3, order: Any = None
) -> Errors:
    """The largest relative errors of τ, M, the links' poses and the tool's Jacobian.

    ``tool`` is MuJoCo's (object type, id) of the body or site that carries Torsor's tool; Torsor's
    k-th moving joint is MuJoCo's joint ``order[k]``.
    """
    order = list(range(model.nv)) if order is None else order
    links = dict(zip(order, robot.displacement, strict=True))
    S, _ = coupling(robot)
    model = unconstrained(model)
    found: Errors = {}

    def note(what: str, ours: Any, theirs: Any, size: float) -> None:
        error = float(np.abs(np.asarray(ours) - theirs).max()) / max(size, 1e-12)
        found[what] = max(found.get(what, 0.0), error)

    for data, q, dq, ddq in states(robot, model, seed, count, order):
        M = full_mass_matrix(model, data)
        parts = (np.abs(M) @ np.abs(data.qacc), np.abs(data.qfrc_bias), np.abs(data.qfrc_passive))
        size = float(sum(part.max() for part in parts))
        note("tau", driving_forces(robot, q, dq, ddq), S.T @ data.qfrc_inverse[order], size)
        M = S.T @ M[np.ix_(order, order)] @ S
        note("M", mass_matrix(robot, q), M, float(np.abs(M).max()))
        chain, _ = at(robot, q, dq, ddq)
        found_poses = poses(chain)
        reach = 1.0 + float(np.abs(data.xpos).max())
        last = {int(model.jnt_bodyid[j]): j for j in range(model.njnt)}
        for body, j in last.items():
            R = data.xmat[body].reshape(3, 3)
            note("R", array(found_poses[links[j]].R), R, 1.0)
            anchor = data.xpos[body] + R @ model.jnt_pos[j]
            note("p", array(found_poses[links[j]].p), anchor, reach)
        if tool is not None:
            note_tool(note, model, data, chain, tool, (reach, order, S))
    return found


def note_tool(note: Any, model: Any, data: Any, chain: Any, tool: Any, by: Any) -> None:
    """The tool's pose and Jacobian."""
    reach, order, S = by
    kind, number = tool
    place = poses(chain)["tool"]
    rotation, position = (
        (data.site_xmat, data.site_xpos) if kind == "site" else (data.xmat, data.xpos)
    )
    body = model.site_bodyid[number] if kind == "site" else number
    note("tool R", array(place.R), rotation[number].reshape(3, 3), 1.0)
    note("tool p", array(place.p), position[number], reach)
    J_v, J_w = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, J_v, J_w, position[number], body)
    J = jacobian(chain)
    note("J_v", array(J.J_v), J_v[:, order] @ S, reach)
    note("J_w", array(J.J_w), J_w[:, order] @ S, 1.0)
