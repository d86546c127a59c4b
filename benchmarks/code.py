"""Compiled functions beside Pinocchio and MuJoCo: one robot, one process, the same states."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.fresh import answer, clocked
from benchmarks.peers.pinocchio_truth import build
from benchmarks.peers.robots import PAYLOAD, ROBOTS, random_values

MANY = 1_000_000
FUNCTIONS = ("inverse_dynamics", "mass_matrix", "forward_dynamics")


def best(work: Callable[[], Any], seconds: float = 0.7, least: int = 5) -> float:
    """Give the least time that a piece of work took, of many tries."""
    found, spent = [], 0.0
    while spent < seconds or len(found) < least:
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
        spent += found[-1]
    return min(found)


def in_turn(works: dict[str, Callable[[], Any]], rounds: int = 25) -> dict[str, float]:
    """Give the least time of each of several works, done in turn: a busy machine hits them all."""
    found = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            found[name] = min(found[name], time.perf_counter() - start)
    return found


def per_call(call: Callable[[], Any], count: int = 2000) -> float:
    """Give the time of one call, of many in a row."""

    def loop() -> None:
        for _ in range(count):
            call()

    return best(loop) / count


def numbers(name: str) -> dict[str, float]:
    """Give the robot's random parameters, without state and payload."""
    values = random_values(ROBOTS[name])
    return {
        n: v for n, v in values.items() if n not in PAYLOAD and n.lstrip("d")[:1] != "q"
    }  # lengths d3, a4 … stay


def error(ours: Any, theirs: Any) -> float:
    """Give the largest difference for the size of the numbers."""
    return float(np.abs(ours - theirs).max() / (1 + np.abs(theirs).max()))


def single(name: str) -> dict[str, Any]:
    """Measure one call from Python, argument checks included."""
    import mujoco
    import pinocchio as pin

    import torsor
    from torsor.formats.mjcf.writer import write_mjcf

    values = numbers(name)
    arm = torsor.compile(name, values)
    model = build(ROBOTS[name], values)
    data = model.createData()
    robot = torsor.load(name).with_payload("none")
    simulated = mujoco.MjModel.from_xml_string(write_mjcf(robot, values))
    state = mujoco.MjData(simulated)
    rng = np.random.default_rng(0)
    q, dq, ddq = rng.uniform(-2, 2, (3, arm.n))
    tau = arm.inverse_dynamics(q, dq, ddq)
    full = np.empty((arm.n, arm.n))

    def set_state() -> None:
        state.qpos[:], state.qvel[:] = q, dq

    def mujoco_inverse() -> Any:
        set_state()
        state.qacc[:] = ddq
        mujoco.mj_inverse(simulated, state)
        return state.qfrc_inverse

    def mujoco_mass() -> Any:
        set_state()
        mujoco.mj_fwdPosition(simulated, state)
        mujoco.mj_fullM(simulated, state, full)
        return full

    def mujoco_forward() -> Any:
        set_state()
        state.qfrc_applied[:] = tau
        mujoco.mj_forward(simulated, state)
        return state.qacc

    def pinocchio_mass() -> Any:
        return pin.crba(model, data, q)

    upper = np.triu(pinocchio_mass())
    found: dict[str, Any] = {}
    for function, ours, theirs, others, truth in (
        (
            "inverse_dynamics",
            lambda: arm.inverse_dynamics(q, dq, ddq),
            lambda: pin.rnea(model, data, q, dq, ddq),
            mujoco_inverse,
            pin.rnea(model, data, q, dq, ddq).copy(),
        ),
        (
            "mass_matrix",
            lambda: arm.mass_matrix(q),
            pinocchio_mass,
            mujoco_mass,
            upper + np.triu(upper, 1).T,
        ),
        (
            "forward_dynamics",
            lambda: arm.forward_dynamics(q, dq, tau),
            lambda: pin.aba(model, data, q, dq, tau),
            mujoco_forward,
            ddq,
        ),
    ):
        wrong = {
            "Torsor": error(ours(), truth),
            "Pinocchio": error(truth if function == "mass_matrix" else theirs(), truth),
        }
        try:
            wrong["MuJoCo"] = error(np.array(others()), truth)
            slow = per_call(others, 500)
        except (TypeError, AttributeError):  # a wheel with another way to call it
            slow = None
        found[function] = {
            "Torsor": per_call(ours),
            "Pinocchio": per_call(theirs),
            "MuJoCo": slow,
            "error": wrong,
        }
    return found


def batch(name: str, threads: int) -> dict[str, Any]:
    """Measure a million states at once."""
    # A peer's idle threads would keep the other core busy while it is our turn.
    os.environ |= {"OMP_WAIT_POLICY": "passive", "KMP_BLOCKTIME": "0", "GOMP_SPINCOUNT": "0"}
    import pinocchio as pin

    import torsor

    values = numbers(name)
    arm = torsor.compile(name, values, threads=threads)
    model = build(ROBOTS[name], values)
    rng = np.random.default_rng(0)
    q, dq, ddq = (rng.uniform(-2, 2, (MANY, arm.n)) for _ in range(3))
    tau, acc = np.empty_like(q), np.empty_like(q)
    M = np.empty((MANY, arm.n, arm.n))
    arm.inverse_dynamics(q, dq, ddq, out=tau)
    some = MANY // 20  # Pinocchio's columns are states
    parts = [np.asfortranarray(a[:some].T) for a in (q, dq, ddq, tau)]
    pool = pin.ModelPool(model, threads)
    result = np.empty((arm.n, some), order="F")
    data = model.createData()
    few = 5000

    def crba() -> None:
        for k in range(few):
            pin.crba(model, data, q[k])

    theirs: dict[str, tuple[Callable[[], Any], int]] = {
        "inverse_dynamics": (lambda: pin.rneaInParallel(threads, pool, *parts[:3], result), some),
        "forward_dynamics": (
            lambda: pin.abaInParallel(threads, pool, parts[0], parts[1], parts[3], result),
            some,
        ),
        "mass_matrix": (crba, few),
    }
    ours: dict[str, Callable[[], Any]] = {
        "inverse_dynamics": lambda: arm.inverse_dynamics(q, dq, ddq, out=tau),
        "forward_dynamics": lambda: arm.forward_dynamics(q, dq, tau, out=acc),
        "mass_matrix": lambda: arm.mass_matrix(q, out=M),
    }
    found: dict[str, Any] = {}
    for function, work in ours.items():
        call, states = theirs[function]
        times = in_turn({"Torsor": work, "Pinocchio": call})
        found[function] = {"Torsor": times["Torsor"]}
        if function != "mass_matrix" or threads == 1:  # there is no crbaInParallel
            found[function]["Pinocchio"] = times["Pinocchio"] * MANY / states
    pin.rneaInParallel(threads, pool, *parts[:3], result)
    wrong = error(tau[:some].T, result)
    found["inverse_dynamics"]["error"] = {"Torsor": wrong}
    found["forward_dynamics"]["error"] = {"Torsor": error(acc[:some], ddq[:some])}
    return found


def compiling(name: str, function: str, cached: str) -> dict[str, Any]:
    """Measure from the robot to the first result; the cache is off, or was filled before."""
    os.environ["TORSOR_CACHE"] = cached
    import torsor

    values = numbers(name)
    small = torsor.load("Rz(q1)")
    ones = {"g": 9.81} | dict.fromkeys(("m1", "rx1", "ry1", "rz1", *INERTIA), 1.0)
    getattr(torsor.compile(small, ones), function)  # every module and LLVM are loaded now
    _, seconds = clocked(lambda: getattr(torsor.compile(name, values), function))
    return {"seconds": seconds}


INERTIA = ("Ixx1", "Iyy1", "Izz1", "Ixy1", "Ixz1", "Iyz1")


def growing(joints: int) -> dict[str, Any]:
    """Measure a serial chain of so many joints: operations, compiling, running."""
    os.environ["TORSOR_CACHE"] = "off"
    import torsor
    from torsor.program.arm import Arm  # noqa: F401

    words = [f"R{'zyx'[k % 3]}(q{k + 1}) tx(l{k + 1})" for k in range(joints)]
    robot = torsor.load(" ".join(words)).with_payload("none")
    rng = np.random.default_rng(joints)
    values = {"g": 9.81} | {f"l{k}": 0.3 for k in range(1, joints + 1)}
    for k in range(1, joints + 1):
        values |= {f"m{k}": 1.0, f"rx{k}": 0.1, f"ry{k}": 0.02, f"rz{k}": 0.03}
        values |= {f"I{e}{k}": 0.05 for e in ("xx", "yy", "zz")}
        values |= {f"I{e}{k}": 0.01 for e in ("xy", "xz", "yz")}
    arm = torsor.compile(robot, values, threads=1)
    found: dict[str, Any] = {}
    q, dq, ddq = (rng.uniform(-2, 2, (50_000, joints)) for _ in range(3))
    for function in ("inverse_dynamics", "forward_dynamics"):
        start = time.perf_counter()
        call = getattr(arm, function)
        made = time.perf_counter() - start
        out = np.empty_like(q)
        third = ddq if function == "inverse_dynamics" else np.zeros_like(q)
        taken = best(lambda: call(q, dq, third, out=out), 0.2)  # noqa: B023
        count = arm.program(function).operations
        found[function] = {
            "compile": made,
            "seconds": taken / len(q),
            "operations": count["mul"] + count["add"] + count["div"],
        }
    return found


def rollouts(name: str) -> dict[str, Any]:
    """Measure 10,000 motions of 100 Runge-Kutta steps, one call, beside a loop over Pinocchio."""
    import pinocchio as pin

    import torsor

    values = numbers(name)
    arm = torsor.compile(name, values, threads=1)
    model = build(ROBOTS[name], values)
    rng = np.random.default_rng(0)
    starts, steps, dt = 10_000, 100, 1e-3
    q, dq, tau = (rng.uniform(-1, 1, (starts, arm.n)) for _ in range(3))
    arm.rollout(q, dq, tau, dt, 1)
    ours = best(lambda: arm.rollout(q, dq, tau, dt, steps))
    end, _ = arm.rollout(q, dq, tau, dt, steps)
    pool = pin.ModelPool(model, 1)
    forces = np.asfortranarray(tau.T)

    def acceleration(x: Any, v: Any) -> Any:
        out = np.empty_like(x, order="F")
        pin.abaInParallel(1, pool, np.asfortranarray(x), np.asfortranarray(v), forces, out)
        return out

    def loop(count: int) -> Any:
        x, v = np.asfortranarray(q.T), np.asfortranarray(dq.T)
        for _ in range(count):
            a1 = acceleration(x, v)
            v2 = v + dt / 2 * a1
            a2 = acceleration(x + dt / 2 * v, v2)
            v3 = v + dt / 2 * a2
            a3 = acceleration(x + dt / 2 * v2, v3)
            v4 = v + dt * a3
            a4 = acceleration(x + dt * v3, v4)
            x = x + dt / 6 * (v + 2 * v2 + 2 * v3 + v4)
            v = v + dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        return x

    start = time.perf_counter()
    theirs = loop(steps)
    taken = time.perf_counter() - start
    return {"Torsor": ours, "Pinocchio": taken, "error": error(end.T, theirs)}


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "single":
        answer(single(rest[0]))
    elif what == "batch":
        answer(batch(rest[0], int(rest[1])))
    elif what == "compile":
        answer(compiling(*rest))
    elif what == "rollouts":
        answer(rollouts(rest[0]))
    else:
        answer(growing(int(rest[0])))
