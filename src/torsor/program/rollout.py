"""Many motions at once, in machine code: fixed Runge-Kutta steps, a start in each lane.

The state of a block of starts stays in the processor for the whole motion; the right-hand side is
the robot's forward dynamics, the same steps as in ``kernel``.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from torsor.errors import ArrayError, SingularError
from torsor.program.blocks import load_columns, row_places, store_columns
from torsor.program.kernel import constants_of, declarations
from torsor.program.llvm import Writer
from torsor.program.llvm_steps import one_turn, write_steps
from torsor.program.program import Program

if TYPE_CHECKING:
    from torsor.program.arm import Arm

STAGES = ((0.5, 1.0), (0.5, 2.0), (1.0, 2.0), (0.0, 1.0))
"""Runge and Kutta's four stages: how far on the next is taken, and the weight in the step."""


def write_rollout(program: Program, lanes: int) -> str:  # noqa: PLR0915
    """``rollout(q, dq, tau, constants, history, starts, steps, per_start, per_step, dt)``.

    Rows of q and dq are starts and are overwritten; ``per_start`` and ``per_step`` tell how far
    apart (in numbers) the driving forces of two starts and of two steps are; ``history``, if it is
    not null, takes q and dq of every start after every step. Gives −1 or a start that failed.
    """
    n = program.inputs[0].size
    w = Writer("double", lanes)
    size = 8 * lanes
    names = ("q", "dq", "tau", "at", "rate", "acc", "sum_q", "sum_dq")
    for name in names:
        w.lines.append(f"  %{name}s = alloca [{n} x {w.type}], align {size}")
    w.lines.append(f"  %one = insertelement {w.type} poison, double %dt, i32 0")
    zeros = f"<{lanes} x i32> zeroinitializer"
    if lanes > 1:
        step = w.let(f"shufflevector {w.type} %one, {w.type} poison, {zeros}")
    else:
        step = "%dt"
        w.lines.pop()
    halves = {f: w.op("fmul", step, w.number(f)) for f in (0.5, 1.0, 1 / 6)}
    w.say("br label %head")
    w.label("head")
    row = w.let("phi i64 [ 0, %entry ], [ %next_row, %finished ]")
    more = w.let(f"icmp slt i64 {row}, %starts")
    w.say(f"br i1 {more}, label %begin, label %end")
    w.label("begin")
    places = {name: row_places(w, f"%{name}", row, n) for name in ("q", "dq")}
    for name in ("q", "dq"):
        _keep(w, name, load_columns(w, places[name], n))
    forces = _strided(w, row)
    w.say("br label %step_head")
    w.label("step_head")
    at = w.let("phi i64 [ 0, %begin ], [ %next_step, %stepped ]")
    going = w.let(f"icmp slt i64 {at}, %steps")
    w.say(f"br i1 {going}, label %step, label %store")
    w.label("step")
    shift = w.let(f"mul i64 {at}, %per_step")
    moved = [w.let(f"getelementptr double, ptr {p}, i64 {shift}") for p in forces]
    _keep(w, "tau", load_columns(w, moved, n))
    bad = _runge_kutta(w, n, halves)
    w.say(f"br i1 {bad}, label %failed, label %kept")
    w.label("kept")
    wanted = w.let("icmp ne ptr %history, null")
    w.say(f"br i1 {wanted}, label %write, label %stepped")
    w.label("write")
    _history(w, row, at, n)
    w.say("br label %stepped")
    w.label("stepped")
    w.lines.append(f"  %next_step = add i64 {at}, 1")
    w.say("br label %step_head")
    w.label("store")
    for name in ("q", "dq"):
        store_columns(w, places[name], _kept(w, name, n))
    w.say("br label %finished")
    w.label("finished")
    w.lines.append(f"  %next_row = add i64 {row}, {lanes}")
    w.say("br label %head")
    w.label("failed")
    w.say(f"ret i64 {row}")
    w.label("end")
    w.say("ret i64 -1")
    head = (
        "define i64 @rollout(ptr %q, ptr %dq, ptr %tau, ptr %constants, ptr %history, "
        "i64 %starts, i64 %steps, i64 %per_start, i64 %per_step, double %dt) #0 {"
    )
    parts = [declarations("double", lanes), one_turn("double", 1)]
    if lanes > 1:
        parts.append(one_turn("double", lanes))
    parts.append(_right_hand_side(program, lanes))
    parts.append("\n".join([head, "entry:", *w.lines, "}"]))
    return "\n".join(parts)


def _right_hand_side(program: Program, lanes: int) -> str:
    """``acceleration(q, dq, tau, constants, ddq)`` over places in memory; tells if singular."""
    w = Writer("double", lanes)
    inputs: dict[str, str] = {}
    for array in program.inputs:
        inputs |= dict(zip(array.names, _kept(w, array.name, array.size, ""), strict=True))
    values, flag = write_steps(w, program, inputs, constants_of(w, program), lanes)
    for i, value in enumerate(values):
        place = w.let(f"getelementptr {w.type}, ptr %ddq, i64 {i}")
        w.say(f"store {w.type} {value}, ptr {place}")
    w.say(f"ret i1 {flag or 'false'}")
    arguments = ", ".join(f"ptr %{array.name}" for array in program.inputs)
    head = f"define internal i1 @acceleration({arguments}, ptr %constants, ptr %ddq) #0 {{"
    return "\n".join([head, "entry:", *w.lines, "}"])


def _runge_kutta(w: Writer, n: int, halves: dict[float, str]) -> str:
    """One step of the state that is kept; gives a flag for failure."""
    flags = []
    q, dq = _kept(w, "q", n), _kept(w, "dq", n)
    _keep(w, "at", q)
    _keep(w, "rate", dq)
    total_q: list[str] = []
    total_dq: list[str] = []
    for on, weight in STAGES:
        flags.append(
            w.let(
                "call i1 @acceleration(ptr %ats, ptr %rates, ptr %taus, ptr %constants, ptr %accs)"
            )
        )
        rate, acc = _kept(w, "rate", n), _kept(w, "acc", n)
        if not total_q:
            total_q, total_dq = rate, acc
        else:
            factor = w.number(weight)
            total_q = [w.fma(factor, r, t) for r, t in zip(rate, total_q, strict=True)]
            total_dq = [w.fma(factor, a, t) for a, t in zip(acc, total_dq, strict=True)]
        if on:
            _keep(w, "at", [w.fma(halves[on], r, x) for r, x in zip(rate, q, strict=True)])
            _keep(w, "rate", [w.fma(halves[on], a, v) for a, v in zip(acc, dq, strict=True)])
    sixth = halves[1 / 6]
    _keep(w, "q", [w.fma(sixth, t, x) for t, x in zip(total_q, q, strict=True)])
    _keep(w, "dq", [w.fma(sixth, t, v) for t, v in zip(total_dq, dq, strict=True)])
    bad = flags[0]
    for flag in flags[1:]:
        bad = w.let(f"or i1 {bad}, {flag}")
    return bad


def _kept(w: Writer, name: str, n: int, plural: str = "s") -> list[str]:
    return [
        w.let(
            f"load {w.type}, ptr {w.let(f'getelementptr {w.type}, ptr %{name}{plural}, i64 {i}')}"
        )
        for i in range(n)
    ]


def _keep(w: Writer, name: str, values: list[str]) -> None:
    for i, value in enumerate(values):
        place = w.let(f"getelementptr {w.type}, ptr %{name}s, i64 {i}")
        w.say(f"store {w.type} {value}, ptr {place}")


def _strided(w: Writer, row: str) -> list[str]:
    """Where the driving forces of each start begin."""
    places = []
    for r in range(w.lanes):
        index = w.let(f"add i64 {row}, {r}")
        start = w.let(f"mul i64 {index}, %per_start")
        places.append(w.let(f"getelementptr double, ptr %tau, i64 {start}"))
    return places


def _history(w: Writer, row: str, at: str, n: int) -> None:
    """q and dq of the block after the step: history[step][start][2 n]."""
    before = w.let(f"mul i64 {at}, %starts")
    index = w.let(f"add i64 {before}, {row}")
    places = row_places(w, "%history", index, 2 * n)
    store_columns(w, places, _kept(w, "q", n) + _kept(w, "dq", n))


def rollout(
    arm: Arm, q: Any, dq: Any, tau: Any, dt: float, steps: int, history: bool = False
) -> tuple[Any, Any]:
    """q and dq of every start after so many steps of dt, or after every step (and at first).

    ``tau`` is one set of driving forces for all (n,), a set for each start (N, n), for each step
    (steps, 1, n), or for each step and start (steps, N, n). The same bits each time.
    """
    import numpy as np

    n = arm.n
    q, dq = (np.array(x, np.float64, ndmin=2) for x in (q, dq))
    if q.shape != dq.shape or q.ndim != 2 or q.shape[1] != n:
        raise ArrayError(f"rollout: q {q.shape} and dq {dq.shape}; expected both (N, {n})")
    if not (dt > 0 and steps >= 0):
        raise ArrayError(f"rollout: dt = {dt}, steps = {steps}; expected dt > 0 and steps >= 0")
    starts = len(q)
    forces = np.ascontiguousarray(np.asarray(tau, np.float64))
    known = {(n,), (starts, n), (steps, 1, n), (steps, starts, n)}
    if forces.shape not in known:
        raise ArrayError(
            f"rollout: tau has shape {forces.shape}; expected ({n},), ({starts}, {n}), "
            f"({steps}, 1, {n}) or ({steps}, {starts}, {n})"
        )
    code, lanes, loaded = arm.rollout_code()
    whole = -(-starts // lanes) * lanes
    Q: Any = np.resize(q, (whole, n))
    V: Any = np.resize(dq, (whole, n))
    per_start = n if forces.ndim > 1 and forces.shape[-2] > 1 else 0
    per_step = forces.shape[-2] * n if forces.ndim == 3 else 0
    if per_start and whole > starts:
        forces = np.ascontiguousarray(np.take(forces, np.arange(whole) % starts, axis=-2))
        per_step = whole * n if forces.ndim == 3 else 0
    kept = np.empty((steps + 1, whole, 2 * n)) if history else None
    if kept is not None:
        kept[0] = np.concatenate((Q, V), axis=1)
    past = None if kept is None else kept.ctypes.data + kept[0].nbytes
    failed = code(
        Q.ctypes.data, V.ctypes.data, forces.ctypes.data, loaded.place("constants"), past,
        whole, steps, per_start, per_step, dt,
    )  # fmt: skip
    if failed >= 0:
        raise SingularError(f"the mass matrix became singular in start {failed} or one next to it")
    if kept is not None:
        return kept[:, :starts, :n], kept[:, :starts, n:]
    return Q[:starts], V[:starts]


SIGNATURE = ctypes.CFUNCTYPE(
    ctypes.c_int64,
    *(ctypes.c_void_p,) * 5,
    *(ctypes.c_int64,) * 4,
    ctypes.c_double,
)
