"""Kinetic and potential energy along a motion, body by body: −m g·p_C and ½ k (θ − θ₀)²."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Formula
from torsor.mechanics.chain import chain_of
from torsor.mechanics.drives import drives_of
from torsor.mechanics.kinematics import mass_centre_motion, poses
from torsor.motion.arrays import columns, scalars_of
from torsor.robot.robot import Robot


def compute_energies(
    robot: Robot, values: Mapping[str, Formula], q: Array, dq: Array
) -> tuple[Array, Array]:
    """K and U at each of N states, of the links, a carried body, rotors and springs."""
    scalars = scalars_of(values, columns(q, dq, np.zeros_like(q)))
    chain, drives = chain_of(robot, scalars), drives_of(robot, scalars)
    moving, frames = mass_centre_motion(chain), poses(chain)
    K: Array = np.zeros(len(q))
    U: Array = np.zeros(len(q))
    for link in chain.links:
        body, motion = link.body, moving[link.number]
        K = K + 0.5 * (body.m * motion.v.dot(motion.v))
        K = K + 0.5 * motion.omega.dot(body.I_C @ motion.omega)
        frame = frames[link.number]
        U = U - body.m * chain.gravity.dot(frame.R @ body.r_C + frame.p)
        if link.number in drives:
            drive = drives[link.number]
            K = K + 0.5 * drive.rotor * link.dq**2
            U = U + 0.5 * drive.spring * drive.stretch**2
    return np.asarray(K), np.asarray(U)
