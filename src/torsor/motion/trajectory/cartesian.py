"""Straight lines and circles of the tool, followed by inverse kinematics on the arm's Jacobian.

A path is a pose for each σ in [0, 1]; a profile in time runs along it. At closely spaced knots the
joint coordinates come from damped Newton steps, their rates from J q̇ = v and J q̈ = a − J̇ q̇ (of
least norm where the arm has coordinates to spare), and quintics with these values join the knots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array, ArrayLike
from torsor.motion.linear_systems import largest, solve, solve_least_norm
from torsor.motion.quantities import ScenarioError
from torsor.motion.tables import require_scipy
from torsor.motion.trajectory.piecewise import Piecewise, State, hermite

if TYPE_CHECKING:
    from torsor.program.arm import Arm

CLOSE = 1e-11
"""Metres and radians to which a knot is solved; what stays further away is out of reach."""
NEAR = 1e-8
STEPS = 200
SPACING = 0.005
"""Seconds between knots, at most."""
MOST_KNOTS = 20_000


@dataclass(frozen=True)
class Path:
    """The tool's point and orientation along σ, with the point's first and second derivative.

    The orientation is ``R0`` turned by ``turn · σ``, an axis (in base axes) times an angle.
    """

    point: Callable[[float], tuple[Array, Array, Array]]
    R0: Array
    turn: Array
    length: float

    def orientation(self, sigma: float) -> Array:
        """The rotation matrix at σ."""
        return rotation(self.turn * sigma) @ self.R0


def rotation(vector: Array) -> Array:
    """The rotation matrix of an axis times an angle."""
    with require_scipy():
        from scipy.spatial.transform import Rotation
    return Rotation.from_rotvec(vector).as_matrix()


def rotation_vector(R: Array) -> Array:
    """The axis times the angle of a rotation matrix, the angle from 0 to π."""
    with require_scipy():
        from scipy.spatial.transform import Rotation
    return Rotation.from_matrix(R).as_rotvec()


def line(pose: Array, end: Array, R_end: Array | None = None) -> Path:
    """From the pose to a point, turning evenly to ``R_end`` if that is given."""
    start, R0 = pose[:3, 3], pose[:3, :3]
    turn = np.zeros(3) if R_end is None else rotation_vector(R_end @ R0.T)
    way = end - start
    zero = np.zeros(3)

    def point(sigma: float) -> tuple[Array, Array, Array]:
        return start + sigma * way, way, zero

    return Path(point, R0, turn, float(np.linalg.norm(way)))


def circle(pose: Array, centre: Array, normal: ArrayLike, angle: float, turning: bool) -> Path:
    """Around an axis through ``centre`` by an angle; ``turning`` takes the tool along with it."""
    start, R0 = pose[:3, 3], pose[:3, :3]
    size = float(np.linalg.norm(normal))
    if size < 1e-12:
        raise ScenarioError("normal: expected a vector with a length")
    axis = np.asarray(normal, np.float64) / size
    arm = start - centre
    along = (arm @ axis) * axis
    across = arm - along
    radius = float(np.linalg.norm(across))
    if radius < 1e-9:
        raise ScenarioError("the circle's centre is where the tool is; it has no radius")
    third = np.cross(axis, across)

    def point(sigma: float) -> tuple[Array, Array, Array]:
        c, s = float(np.cos(angle * sigma)), float(np.sin(angle * sigma))
        out = c * across + s * third
        tangent = angle * (c * third - s * across)
        return centre + along + out, tangent, -(angle**2) * out

    return Path(point, R0, axis * (angle if turning else 0.0), abs(angle) * radius)


class Follower:
    """An arm that follows a path: positions only (3 conditions) or whole poses (6)."""

    def __init__(self, arm: Arm, pose: bool) -> None:
        self.arm = arm
        self.rows = 6 if pose else 3

    def error(self, q: Array, p: Array, R: Array) -> Array:
        """What is missing to the pose: metres, then radians, in base axes."""
        T: Array = self.arm.forward_kinematics(q)
        gap = p - T[:3, 3]
        if self.rows == 3:
            return gap
        return np.concatenate((gap, rotation_vector(R @ T[:3, :3].T)))

    def jacobian(self, q: Array) -> Array:
        """The rows of the Jacobian that count."""
        J: Array = self.arm.jacobian(q)
        return J[: self.rows]

    def solve(self, q: Array, p: Array, R: Array) -> tuple[Array, Array]:
        """Coordinates near q that reach the pose, and the error that is left (damped Newton)."""
        error = self.error(q, p, R)
        size, damping = float(error @ error), 1e-12
        for _ in range(STEPS):
            if largest(error) <= CLOSE:
                break
            J = self.jacobian(q)
            A = J @ J.T + damping * np.eye(self.rows)
            step = J.T @ solve(A, error)
            longest = largest(step)
            trial = q + step * min(1.0, 0.5 / longest if longest else 1.0)
            tried = self.error(trial, p, R)
            if float(tried @ tried) < size:
                q, error, size = trial, tried, float(tried @ tried)
                damping = max(damping / 10, 1e-12)
            elif damping > 1e6:
                break
            else:
                damping = max(damping * 10, 1e-9)
        return q, error

    def rates(self, q: Array, v: Array, a: Array) -> tuple[Array, Array]:
        """q̇ and q̈ of least norm for the tool's velocity and acceleration."""
        J = self.jacobian(q)
        dq = solve_least_norm(J, v)
        rates: Array = self.arm.jacobian_rate(q, dq)
        carried = rates[: self.rows]
        ddq = solve_least_norm(J, a - carried)
        if len(q) > self.rows:  # d/dt of the least-norm solution turns within J's null space too
            h = 1e-6 / max(1.0, largest(dq))
            rate = (self.jacobian(q + h * dq) - self.jacobian(q - h * dq)) / (2 * h)
            w = rate.T @ solve_least_norm(J @ J.T, v)
            ddq = ddq + w - solve_least_norm(J, J @ w)
        return dq, ddq


def follow(
    arm: Arm, q: Array, path: Path, profile: Piecewise, pose: bool, least: int = 20
) -> Piecewise:
    """The joint motion along a path; ``profile`` is σ(t) from 0 to 1."""
    follower = Follower(arm, pose)
    duration = profile.duration
    if not duration / SPACING <= MOST_KNOTS:
        raise ScenarioError(
            f"{duration:g} s along a path are more than {MOST_KNOTS} points, {SPACING:g} s apart, "
            "at which the coordinates are solved for; give a shorter duration or a higher speed"
        )
    count = max(least, int(np.ceil(duration / SPACING)))
    corners = (0.0, *profile.breaks, duration)
    times = np.unique(np.concatenate((np.linspace(0.0, duration, count + 1), corners)))
    keep = np.concatenate(([True], np.diff(times) > 1e-9))
    times = times[keep]
    rows: list[State] = []
    for k in range(len(times)):
        t = times.item(k)
        sigma, speed, acceleration = (along.item() for along in profile(t))
        if k:
            q = _carry(follower, path, profile, q, times.item(k - 1), t)
        p, R = path.point(sigma)[0], path.orientation(sigma)
        q, error = follower.solve(q, p, R)
        if largest(error) > NEAR:
            raise ScenarioError(_tell_out_of_reach(p, sigma, error))
        v, a = _tool(path, follower.rows, sigma, speed, acceleration)
        dq, ddq = follower.rates(q, v, a)
        lost = largest(follower.jacobian(q) @ dq - v)
        if lost > 1e-6 * (1 + largest(v)):
            raise ScenarioError(
                f"the arm is singular at the point {_show_point(p)}, {100 * sigma:.0f} % along the "
                f"path: it cannot follow at speed there ({lost:.2g} m/s or rad/s are lacking)"
            )
        rows.append((q, dq, ddq))
    q, dq, ddq = (np.stack(column) for column in zip(*rows, strict=True))
    return hermite(times, q, dq, ddq, profile.breaks)


def _tool(
    path: Path, rows: int, sigma: float, speed: float, acceleration: float
) -> tuple[Array, Array]:
    """The tool's velocity and acceleration, in base axes."""
    _, tangent, bend = path.point(sigma)
    v, a = tangent * speed, tangent * acceleration + bend * speed**2
    if rows == 3:
        return v, a
    turn = path.turn
    return np.concatenate((v, turn * speed)), np.concatenate((a, turn * acceleration))


def _carry(f: Follower, path: Path, profile: Piecewise, q: Array, t0: float, t1: float) -> Array:
    """q carried from one knot to the next along J q̇ = v (Runge and Kutta's classical step)."""

    def rate(t: float, q: Array) -> Array:
        sigma, speed, acceleration = (along.item() for along in profile(t))
        v, _ = _tool(path, f.rows, sigma, speed, acceleration)
        return solve_least_norm(f.jacobian(q), v)

    h = t1 - t0
    k1 = rate(t0, q)
    k2 = rate(t0 + h / 2, q + h / 2 * k1)
    k3 = rate(t0 + h / 2, q + h / 2 * k2)
    k4 = rate(t1, q + h * k3)
    step = h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return q + step if largest(step) < 0.5 else q  # near a singularity Newton decides


def _show_point(p: Array) -> str:
    return "(" + ", ".join(f"{p.item(i):.6g}" for i in range(3)) + ")"


def _tell_out_of_reach(p: Array, sigma: float, error: Array) -> str:
    gap = float(np.linalg.norm(error[:3]))
    turned = f" and {np.linalg.norm(error[3:]):.3g} rad" if len(error) > 3 else ""
    return (
        f"the point {_show_point(p)}, {100 * sigma:.0f} % along the path, is out of reach: "
        f"the tool came as near as {gap:.3g} m{turned}"
    )
