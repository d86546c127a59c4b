"""How far a closed form is from both oracles, measured as the project measures errors.

The relative error of a vector is ‖error‖ over the sum of the magnitudes of the terms that it is
made of; the plain recursion says what these are. Velocity and gravity terms may vanish identically
(one joint alone, a vertical axis); they are measured by the forces and arms they come from.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from tests.oracles import pinocchio_model as pinocchio
from tests.oracles import recursion
from tests.oracles.plain import Array, PlainRobot, Wrench
from tests.oracles.random_robots import State
from tests.truth.bridge import Values, with_state

from torsor import Model

TOLERANCE = 1e-12


def relative_error(found: Array, wanted: Array, magnitude: float) -> float:
    """‖error‖ over the magnitude; nothing at all may be wrong with what is made of nothing."""
    error = float(np.linalg.norm(found - wanted))
    if error == 0.0:
        return 0.0
    return error / magnitude if magnitude else float("inf")


def force_magnitude(robot: PlainRobot, state: State) -> float:
    """The sum over the joints of ‖arm‖ ‖force‖ + ‖moment‖ (or ‖force‖) of all that each carries."""
    motions = recursion.link_motions(robot, state.q, state.dq, state.ddq)
    total = 0.0
    for i, (link, motion) in enumerate(zip(robot.joints, motions, strict=True)):
        R, omega, alpha = motion.rotation, motion.omega, motion.alpha
        arm, inertia = R @ link.com, R @ link.inertia @ R.T
        acceleration = motion.acceleration + np.cross(alpha, arm)
        acceleration = acceleration + np.cross(omega, np.cross(omega, arm))
        force = np.linalg.norm(link.mass * (acceleration - robot.gravity))
        moment = np.linalg.norm(inertia @ alpha + np.cross(omega, inertia @ omega))
        carrier = i
        while carrier >= 0:
            joint, place = robot.joints[carrier], motions[carrier]
            if joint.kind == "R":
                reach = np.linalg.norm(motion.position + arm - place.position)
                total += reach * force + moment
            elif joint.kind == "T":
                total += force
            carrier = joint.parent
    return float(total)


def numbers(expressions: Iterable, values: Values) -> Array:
    """Closed forms in numbers: a vector or, from rows, a matrix."""
    return np.array(
        [
            numbers(e, values) if isinstance(e, tuple) else float(_number(e, values))
            for e in expressions
        ]
    )


def _number(expression: object, values: Values) -> float:
    return expression.evaluate(values) if hasattr(expression, "evaluate") else expression


def errors(
    model: Model, values: Values, robot: PlainRobot, state: State, payload: Wrench | None = None
) -> dict[str, float]:
    """The relative error of each quantity of the model against each oracle."""
    return driving_force_errors(model, values, robot, state, payload) | tensor_errors(
        model, values, robot, state
    )


def driving_force_errors(
    model: Model, values: Values, robot: PlainRobot, state: State, payload: Wrench | None = None
) -> dict[str, float]:
    """The relative errors of tau, with its payload."""
    q, dq, ddq = state.q, state.dq, state.ddq
    forces = recursion.driving_forces(robot, q, dq, ddq, payload)
    theirs = pinocchio.rnea(pinocchio.build(robot), q, dq, ddq, payload)
    tau, size = numbers(model.tau, with_state(values, state)), forces.magnitude.sum()
    return {
        "tau, recursion": relative_error(tau, forces.tau, size),
        "tau, Pinocchio": relative_error(tau, theirs, size),
    }


def tensor_errors(
    model: Model, values: Values, robot: PlainRobot, state: State
) -> dict[str, float]:
    """The relative errors of M, g and C dq, the last both as C times dq and out of tau.

    ``robot`` has no load but a carried body, which belongs to M, C and g.
    """
    q, dq = state.q, state.dq
    rest = np.zeros(robot.dof)
    weightless = PlainRobot(robot.joints, np.zeros(3), robot.tool_offset, robot.tool_rotation)
    theirs = pinocchio.build(robot)
    at = with_state(values, state)
    found: dict[str, float] = {}

    M, mass_matrix = numbers(model.M, at), pinocchio.crba(theirs, q)
    for j, unit in enumerate(np.eye(robot.dof)):
        column = recursion.driving_forces(weightless, q, rest, unit)
        size = column.magnitude.sum()
        found[f"M column {j + 1}, recursion"] = relative_error(M[:, j], column.tau, size)
        found[f"M column {j + 1}, Pinocchio"] = relative_error(M[:, j], mass_matrix[:, j], size)

    g, held = numbers(model.g, at), recursion.inverse_dynamics(robot, q, rest, rest)
    weight = force_magnitude(robot, State(q, rest, rest))
    found["g, recursion"] = relative_error(g, held, weight)
    found["g, Pinocchio"] = relative_error(g, pinocchio.generalized_gravity(theirs, q), weight)

    coasting = recursion.inverse_dynamics(weightless, q, dq, rest)
    their_coriolis = pinocchio.coriolis(theirs, q, dq) @ dq
    size = force_magnitude(weightless, State(q, dq, rest))
    coriolis = numbers(model.C, at) @ dq
    found["C dq, recursion"] = relative_error(coriolis, coasting, size)
    found["C dq, Pinocchio"] = relative_error(coriolis, their_coriolis, size)

    unaccelerated = with_state(values, State(q, dq, rest))
    unloaded = [t - p for t, p in zip(model.tau, model.payload, strict=True)]
    difference = numbers(unloaded, unaccelerated) - g
    size += weight
    found["tau - g, recursion"] = relative_error(difference, coasting, size)
    found["tau - g, Pinocchio"] = relative_error(difference, their_coriolis, size)
    return found


def too_large(found: dict[str, float], tolerance: float = TOLERANCE) -> dict[str, float]:
    """Those errors that are beyond the tolerance, by what they are errors of."""
    return {what: error for what, error in found.items() if not error <= tolerance}
