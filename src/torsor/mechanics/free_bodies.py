"""Bodies given by their mass-centre positions and angular velocities, as the RV-1A document does.

J_v = ∂(x, y, z)/∂q (2) and J_w from the angular velocity's terms in the rates; all in base axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.ring import Ring
from torsor.algebra.scalars.arithmetic import summed, times
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.errors import RobotError
from torsor.mechanics.bodies import MovingBody
from torsor.mechanics.chain import vector
from torsor.mechanics.partial_velocities import Partial
from torsor.mechanics.virtual_work import dt
from torsor.robot.robot import FreeBody, Robot
from torsor.robot.symbols import check_angular_velocities
from torsor.spatial.inertia import Body, tensor
from torsor.spatial.vectors import ZERO, Matrix, Vector


def free_bodies(robot: Robot, ring: Ring, q: Sequence[str]) -> list[MovingBody[RingScalar]]:
    """The robot's bodies with their partial velocities."""
    check_angular_velocities(robot, ring)
    gravity = vector(robot.gravity, RingScalars(ring))
    found = [_moving(body, i, ring, q, gravity) for i, body in enumerate(robot.bodies, 1)]
    for moving in found:
        _check_inertia(moving, ring, q)
    return found


def _moving(
    body: FreeBody, i: int, ring: Ring, q: Sequence[str], gravity: Vector[RingScalar]
) -> MovingBody[RingScalar]:
    position = Vector(ring.parse(e) for e in body.position)
    omega = Vector(ring.parse(e) for e in body.omega)
    rates = [f"d{name}" for name in q]
    J_v = tuple(Vector(e.diff(name) for e in position) for name in q)
    J_w = tuple(Vector(e.diff(rate) for e in omega) for rate in rates)
    held = Body(ring.parse(body.mass), ZERO, tensor(ring.parse(e) for e in body.inertia))
    return MovingBody(i, held, Partial(J_v, J_w), gravity.dot(position))


def _check_inertia(moving: MovingBody[RingScalar], ring: Ring, q: Sequence[str]) -> None:
    """Refuse an inertia that cannot stay the same in base axes while the body turns as given.

    The momentum I ω must do no work on d/dt J_w − ∂ω/∂q, which for a rotation is ω × J_w.
    """
    J_w = moving.at_centre.J_w
    omega = Vector(
        summed(times(w[a], ring.symbol(f"d{n}")) for w, n in zip(J_w, q, strict=True))
        for a in range(3)
    )
    momentum = moving.body.I_C @ omega
    for w, name in zip(J_w, q, strict=True):
        slope = Vector(ring.coerce(e).diff(name) for e in omega)
        if momentum.dot(dt(w) - slope):
            raise RobotError(
                f"body {moving.number}: its inertia would change in base axes as it turns with "
                f"{name}; expected equal moments of inertia, or a rotation about a fixed axis"
            )


def translation_jacobian(moving: MovingBody[RingScalar]) -> Matrix[RingScalar]:
    """J_v with a row for each axis, as it is printed."""
    return Matrix(moving.at_centre.J_v).T


def rotation_jacobian(moving: MovingBody[RingScalar]) -> Matrix[RingScalar]:
    """J_w with a row for each axis."""
    return Matrix(moving.at_centre.J_w).T
