"""Kinetic and potential energy along a motion, body by body: −m g·p_C and ½ k (θ − θ₀)²."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.algebra.scalars.arithmetic import PLAIN_ZERO, S, plus
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.drives import drives_of
from torsor.motion.arrays import columns, scalars_of
from torsor.robot.robot import Robot
from torsor.spatial.vectors import ZERO, Vector


def link_velocities(chain: Chain[S]) -> dict[int, tuple[Vector[S], Vector[S]]]:
    """v of every frame's origin and ω of its link, in the link's axes."""
    found: dict[int, tuple[Vector[S], Vector[S]]] = {0: (ZERO, ZERO)}
    for link in chain.links:
        v, omega = found[link.parent]
        v, omega = link.R.T @ (v + omega.cross(link.p)), link.R.T @ omega
        rate = link.dq * link.axis
        turns, slides = link.kind == "R", link.kind == "T"
        found[link.number] = v + rate if slides else v, omega + rate if turns else omega
    return found


def weigh_origins(chain: Chain[S]) -> dict[int, tuple[Vector[S], S]]:
    """g in every link's axes, and g·p of its frame's origin."""
    found: dict[int, tuple[Vector[S], S]] = {0: (chain.gravity, PLAIN_ZERO)}
    for link in chain.links:
        gravity, work = found[link.parent]
        found[link.number] = link.R.T @ gravity, plus(work, gravity.dot(link.p))
    return found


def compute_energies(
    robot: Robot, values: Mapping[str, Formula], q: Array, dq: Array
) -> tuple[Array, Array]:
    """K and U at each of N states, of the links, a carried body, rotors and springs."""
    # Plain zeros are recognised: what they multiply is not computed.
    still: dict[str, Array | float] = {f"ddq{k}": 0 for k in range(1, q.shape[1] + 1)}
    still |= {name: 0 for name, value in values.items() if value.constant == 0}
    scalars = scalars_of(values, {**columns(q, dq), **still})
    chain, drives = chain_of(robot, scalars), drives_of(robot, scalars)
    moving, lying = link_velocities(chain), weigh_origins(chain)
    K: Array = np.zeros(len(q))
    U: Array = np.zeros(len(q))
    for link in chain.links:
        body, (v, omega) = link.body, moving[link.number]
        v_C = v + omega.cross(body.r_C)
        K = K + 0.5 * (body.m * v_C.dot(v_C))
        K = K + 0.5 * omega.dot(body.I_C @ omega)
        gravity, work = lying[link.number]
        U = U - body.m * (gravity.dot(body.r_C) + work)
        if link.number in drives:
            drive = drives[link.number]
            K = K + 0.5 * drive.rotor * link.dq**2
            U = U + 0.5 * drive.spring * drive.stretch**2
    return np.asarray(K), np.asarray(U)
