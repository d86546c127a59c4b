"""Rollouts as LLVM assembly: fixed steps of Runge and Kutta or of Euler, a start in each lane.

The state of a block of starts stays in the processor for the whole motion; the right-hand side is
the robot's forward dynamics, the same steps as in ``kernel``.
"""

from __future__ import annotations

from torsor.program.graph.program import Program
from torsor.program.jit.writing.assembly import Writer
from torsor.program.jit.writing.kernel import declare_constants, declare_functions, take_constants
from torsor.program.jit.writing.reduction import write_one_turn, write_reduction
from torsor.program.jit.writing.row_blocks import load_columns, row_places, store_columns
from torsor.program.jit.writing.signature import Signature, acceleration, rollout
from torsor.program.jit.writing.steps import write_steps

STAGES = ((0.5, 1.0), (0.5, 2.0), (1.0, 2.0), (0.0, 1.0))
"""Runge and Kutta's four stages: how far on the next is taken, and the weight in the step."""


def write_rollout(program: Program, lanes: int, method: str = "rk4") -> str:
    """The module. Rows of q and dq are starts and are overwritten; see ``signature.rollout``.

    ``history``, if it is not null, takes q and dq of every start after every step.
    """
    names = [array.name for array in program.inputs]
    right_hand_side = acceleration(names)
    parts = [declare_constants(program, "double"), declare_functions("double", lanes)]
    parts.append(write_reduction())
    parts += [write_one_turn("double", n) for n in dict.fromkeys((1, lanes))]
    parts.append(_right_hand_side(program, lanes, right_hand_side))
    parts.append(_motions(program, lanes, right_hand_side, method))
    return "\n".join(parts)


def _right_hand_side(program: Program, lanes: int, signature: Signature) -> str:
    w = Writer("double", lanes)
    inputs: dict[str, str] = {}
    for array in program.inputs:
        inputs |= dict(zip(array.names, _load(w, f"%{array.name}", array.size), strict=True))
    constants = take_constants(w, program, inputs)
    values, flag = write_steps(w, program, inputs, constants, lanes)
    w.store(w.type, "%ddq", values)
    w.say(f"ret i1 {flag or 'false'}")
    return signature.definition(w.lines, internal=True)


def _motions(program: Program, lanes: int, right_hand_side: Signature, method: str) -> str:
    n = program.inputs[0].size
    acting = program.inputs[2:]
    w = Writer("double", lanes)
    rooms = dict.fromkeys(("q", "dq", "at", "rate", "acc"), n) | {a.name: a.size for a in acting}
    for name, size in rooms.items():
        w.say(f"%{name}s = alloca [{size} x {w.type}], align {8 * lanes}")
    step = w.spread("%dt")
    parts = {f: w.op("fmul", step, w.number(f)) for f in (0.5, 1.0, 1 / 6)}
    with w.loop("head begin finished end next_row", "0", "%starts", lanes) as row:
        places = {name: row_places(w, f"%{name}", row, n) for name in ("q", "dq")}
        for name in ("q", "dq"):
            w.store(w.type, f"%{name}s", load_columns(w, places[name], n))
        first = {array.name: _first_rows(w, array.name, row) for array in acting}
        with w.loop("step_head step stepped store next_step", "0", "%steps") as at:
            for array in acting:
                shift = w.let(f"mul i64 {at}, %step_{array.name}")
                rows = [w.place("double", p, shift) for p in first[array.name]]
                w.store(w.type, f"%{array.name}s", load_columns(w, rows, array.size))
            given = {array.name: f"%{array.name}s" for array in acting}
            given |= {"q": "%ats", "dq": "%rates", "constants": "%constants", "ddq": "%accs"}
            take = _runge_kutta if method == "rk4" else _euler
            bad = take(w, n, parts, right_hand_side.call(**given))
            w.say(f"br i1 {bad}, label %failed, label %kept")
            w.label("kept")
            wanted = w.let("icmp ne ptr %history, null")
            w.say(f"br i1 {wanted}, label %write, label %stepped")
            w.label("write")
            before = w.let(f"mul i64 {at}, %width")  # history[step][start][2 n]
            past = row_places(w, "%history", w.let(f"add i64 {before}, {row}"), 2 * n)
            store_columns(w, past, _load(w, "%qs", n) + _load(w, "%dqs", n))
            w.say("br label %stepped")
        w.label("store")
        for name in ("q", "dq"):
            store_columns(w, places[name], _load(w, f"%{name}s", n))
        w.say("br label %finished")
    w.label("failed")
    w.say(f"ret i64 {row}")
    w.label("end")
    w.say("ret i64 -1")
    return rollout([array.name for array in acting]).definition(w.lines)


def _runge_kutta(w: Writer, n: int, parts: dict[float, str], call: str) -> str:
    """One step of the state that is kept; gives a flag for failure. ``parts`` are those of dt."""
    flags = []
    q, dq = _load(w, "%qs", n), _load(w, "%dqs", n)
    w.store(w.type, "%ats", q)
    w.store(w.type, "%rates", dq)
    total_q: list[str] = []
    total_dq: list[str] = []
    for on, weight in STAGES:
        flags.append(w.let(call))
        rate, acc = _load(w, "%rates", n), _load(w, "%accs", n)
        if not total_q:
            total_q, total_dq = rate, acc
        else:
            factor = w.number(weight)
            total_q = [w.fma(factor, r, t) for r, t in zip(rate, total_q, strict=True)]
            total_dq = [w.fma(factor, a, t) for a, t in zip(acc, total_dq, strict=True)]
        if on:
            w.store(w.type, "%ats", [w.fma(parts[on], r, x) for r, x in zip(rate, q, strict=True)])
            w.store(
                w.type, "%rates", [w.fma(parts[on], a, v) for a, v in zip(acc, dq, strict=True)]
            )
    sixth = parts[1 / 6]
    w.store(w.type, "%qs", [w.fma(sixth, t, x) for t, x in zip(total_q, q, strict=True)])
    w.store(w.type, "%dqs", [w.fma(sixth, t, v) for t, v in zip(total_dq, dq, strict=True)])
    bad = flags[0]
    for flag in flags[1:]:
        bad = w.let(f"or i1 {bad}, {flag}")
    return bad


def _euler(w: Writer, n: int, parts: dict[float, str], call: str) -> str:
    """One symplectic step: first the rates, then the coordinates with the new rates."""
    q, dq = _load(w, "%qs", n), _load(w, "%dqs", n)
    w.store(w.type, "%ats", q)
    w.store(w.type, "%rates", dq)
    bad = w.let(call)
    step = parts[1.0]
    new = [w.fma(step, a, v) for a, v in zip(_load(w, "%accs", n), dq, strict=True)]
    w.store(w.type, "%dqs", new)
    w.store(w.type, "%qs", [w.fma(step, v, x) for v, x in zip(new, q, strict=True)])
    return bad


def _first_rows(w: Writer, name: str, row: str) -> list[str]:
    """Where what acts on each start of a block begins."""
    places = []
    for r in range(w.lanes):
        start = w.let(f"mul i64 {w.let(f'add i64 {row}, {r}')}, %start_{name}")
        places.append(w.place("double", f"%{name}", start))
    return places


def _load(w: Writer, place: str, n: int) -> list[str]:
    return [w.load(w.type, place, i) for i in range(n)]
