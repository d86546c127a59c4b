"""Gradients and sets of parameters: one robot, one process, the same states."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from benchmarks.code import MANY, error, in_turn, numbers
from benchmarks.fresh import answer
from benchmarks.peers.pinocchio_truth import build
from benchmarks.peers.robots import ROBOTS

VARY = {"puma560": ("a2", "m3"), "panda": ("d5", "m3")}
SOME = 20_000
"""States that Pinocchio differentiates, one after another."""


def gradients(name: str) -> dict[str, Any]:
    """Measure wᵀ ∂τ/∂(q, q̇, q̈) and the same of forward dynamics, beside the functions."""
    import pinocchio as pin

    import torsor

    values = numbers(name)
    arm = torsor.compile(name, values, threads=1)
    model = build(ROBOTS[name], values)
    data = model.createData()
    q, dq, ddq, w = np.random.default_rng(0).uniform(-2, 2, (4, MANY, arm.n))
    tau = arm.inverse_dynamics(q, dq, ddq)
    out = np.empty((MANY, arm.n))
    wide = np.empty((MANY, 3 * arm.n))
    inverse, forward = arm.vjp("inverse_dynamics"), arm.vjp("forward_dynamics")
    curved = arm.hvp("inverse_dynamics", by="q,dq")
    two = np.empty((MANY, 2 * arm.n))

    def pinocchio_inverse() -> Any:
        for k in range(SOME):  # the matrices alone: their product with w is not counted
            found = pin.computeRNEADerivatives(model, data, q[k], dq[k], ddq[k])
        by_q, by_dq, M = found
        M = np.triu(M) + np.triu(M, 1).T
        return np.concatenate([w[k] @ by_q, w[k] @ by_dq, w[k] @ M])

    def pinocchio_forward() -> Any:
        for k in range(SOME):
            found = pin.computeABADerivatives(model, data, q[k], dq[k], tau[k])
        return np.concatenate([w[k] @ B for B in found])

    last = slice(SOME - 1, SOME)
    wrong = {
        "inverse": error(inverse(q[last], dq[last], ddq[last], w[last])[0], pinocchio_inverse()),
        "forward": error(forward(q[last], dq[last], tau[last], w[last])[0], pinocchio_forward()),
    }
    times = in_turn(
        {
            "inverse dynamics": lambda: arm.inverse_dynamics(q, dq, ddq, out=out),
            "its gradient": lambda: inverse(q, dq, ddq, w, out=wide),
            "its Hessian times a vector": lambda: curved(q, dq, ddq, w, q, dq, out=two),
            "forward dynamics": lambda: arm.forward_dynamics(q, dq, tau, out=out),
            "gradient of forward dynamics": lambda: forward(q, dq, tau, w, out=wide),
        },
        rounds=9,
    )
    peers = in_turn({"inverse": pinocchio_inverse, "forward": pinocchio_forward}, rounds=3)
    return {
        "times": {what: seconds / MANY for what, seconds in times.items()},
        "peers": {what: seconds / SOME for what, seconds in peers.items()},
        "error": wrong,
    }


def designs(name: str) -> dict[str, Any]:
    """Measure a million sets of parameters beside a million states of one robot."""
    import torsor

    values = numbers(name)
    vary = VARY[name]
    fixed = torsor.compile(name, values, threads=1)
    arm = torsor.compile(name, values, threads=1, vary=vary)
    rng = np.random.default_rng(1)
    q, dq, ddq = rng.uniform(-2, 2, (3, MANY, arm.n))
    own = np.array([values[symbol] for symbol in vary])
    sets = own * rng.uniform(0.9, 1.1, (MANY, len(vary)))
    out = np.empty((MANY, arm.n))
    found: dict[str, Any] = {}
    for function in ("inverse_dynamics", "forward_dynamics"):
        run, varied = getattr(fixed, function), getattr(arm, function)
        many = varied(q, dq, ddq, parameters=sets)
        same = True
        for k in range(0, MANY, MANY // 20):
            each = torsor.compile(name, values | dict(zip(vary, map(float, sets[k]), strict=True)))
            one = getattr(each, function)(q[k], dq[k], ddq[k])
            same = same and bool(np.array_equal(one, many[k]))
        times = in_turn(
            {
                "states": lambda run=run: run(q, dq, ddq, out=out),
                "sets": lambda varied=varied: varied(q, dq, ddq, parameters=sets, out=out),
                "one set": lambda varied=varied: varied(q, dq, ddq, parameters=own, out=out),
            },
            rounds=9,
        )
        found[function] = {k: t / MANY for k, t in times.items()} | {"same": same}
    return found


if __name__ == "__main__":
    what, robot = sys.argv[1:]
    answer({"gradients": gradients, "designs": designs}[what](robot))
