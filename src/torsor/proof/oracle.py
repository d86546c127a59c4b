"""Agreement with Pinocchio, where it is installed: an implementation that knows nothing of ours."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from torsor.algebra.arrays import Array
from torsor.algebra.scalars.floats import FloatScalars
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.newton_euler import newton_euler
from torsor.model import Model
from torsor.proof.claim import Check
from torsor.proof.physical import random_values
from torsor.robot.symbols import symbol_names
from torsor.spatial.vectors import Matrix, Vector

STATES = 5
TOLERANCE = 1e-10
NAME = "agrees with Pinocchio"


def pinocchio_agrees(model: Model) -> Check | None:
    """τ without load and friction at random states; nothing if Pinocchio is not installed."""
    try:
        import pinocchio
    except ImportError:
        return None
    import numpy as np

    robot = model.robot
    shares = [robot.shares(i) for i in robot.displacement]
    if any(set(row.values()) != {1} or len(row) != 1 for row in shares) or robot.dof != len(shares):
        return None  # couplings have no counterpart there
    random = Random(5)
    bare = model.vector(newton_euler(model.chain).tau)
    worst = 0.0
    for _ in range(STATES):
        names = symbol_names(robot)
        values = {n: float(v) for n, v in random_values(robot, names, random).items()}
        zero = {f"q{k}": 0.0 for k in range(1, robot.dof + 1)}
        at_rest = chain_of(robot, FloatScalars(values | zero))
        if any(link.body.m < 0 for link in at_rest.links):
            return None  # which Pinocchio has no inertia for
        try:
            arm, order = _build(at_rest)
        except (RuntimeError, ValueError):
            return None  # Pinocchio takes no inertia that no body has; that is told elsewhere
        pick = [k - 1 for k in order]
        q, dq, ddq = (
            np.array([values[f"{d}q{k}"] for k in range(1, robot.dof + 1)])[pick]
            for d in ("", "d", "dd")
        )
        theirs = np.empty(robot.dof)
        theirs[pick] = pinocchio.rnea(arm, arm.createData(), q, dq, ddq)
        ours: Array = np.array([t.evaluate({n: values[n] for n in t.symbols()}) for t in bare])
        scale = float(np.sum(np.abs(ours)) + np.sum(np.abs(theirs))) + 1e-30
        worst = max(worst, float(np.linalg.norm(ours - theirs)) / scale)
    version = pinocchio.__version__
    detail = f"{STATES} random states, relative error {worst:.1e} (Pinocchio {version})"
    return Check(NAME, worst <= TOLERANCE, detail, "numeric")


def _build(chain: Chain[float | Fraction]) -> tuple[Any, list[int]]:
    """A Pinocchio model of a chain in numbers, joints added depth first, and their coordinates."""
    import numpy as np
    import pinocchio

    model = pinocchio.Model()
    order: list[int] = []

    def array(entries: Vector[float | Fraction] | Matrix[float | Fraction]) -> Array:
        return np.array(entries, np.float64)

    def add(number: int, parent: int, placement: Any) -> None:
        for child in chain.children(number):
            here = placement * pinocchio.SE3(array(child.R), array(child.p))
            own = child.body
            body = pinocchio.Inertia(float(own.m), array(own.r_C), array(own.I_C))
            if child.kind == "F":
                model.appendBodyToJoint(parent, body, here)
                add(child.number, parent, here)
                continue
            make = (
                pinocchio.JointModelRevoluteUnaligned
                if child.kind == "R"
                else pinocchio.JointModelPrismaticUnaligned
            )
            joint = model.addJoint(parent, make(array(child.axis)), here, f"joint{child.number}")
            order.append(child.shares[0][0])
            model.appendBodyToJoint(joint, body, pinocchio.SE3.Identity())
            add(child.number, joint, pinocchio.SE3.Identity())

    model.gravity.linear = array(chain.gravity)
    add(0, 0, pinocchio.SE3.Identity())
    return model, order
