"""Rollouts as a kernel: one motion a thread, its state in registers over all steps.

The formulas and their order are those of ``jit.rollout_code``, so that the bits are the same. The
four stages of Runge and Kutta are one loop: the forward dynamics stand in the code once.
"""

from __future__ import annotations

from collections.abc import Sequence

from torsor.program.gpu.device_writer import GLOBAL, DeviceWriter
from torsor.program.gpu.kernel_code import module_text, take_constants
from torsor.program.gpu.rows import write_row_number
from torsor.program.gpu.strategy import DIRECT, Strategy
from torsor.program.graph.program import Array, Program, refuse_too_long
from torsor.program.jit.writing.assembly import literal
from torsor.program.jit.writing.steps import write_steps

ROLLOUT = "rollout"
"""The kernel's name in its module."""
STATE = ("coordinate", "speed")
"""What is carried from step to step."""


def write_rollout_kernel(
    program: Program, float_: str, method: str, strategy: Strategy = DIRECT
) -> str:
    """``rollout(q, dq, constants, history, n, steps, dt, tau, start_tau, step_tau, …)``.

    ``n`` is how many starts there are. Rows of q and dq are overwritten; ``history``, if it is not
    null, takes q and dq of every start after every step. A motion that meets a zero pivot goes on
    without numbers.
    """
    refuse_too_long(program)
    made = _Motion(DeviceWriter(float_, quick_division=strategy.quick_division), program)
    made.write(method)
    arguments = [f"{GLOBAL} %{name}" for name in ("q", "dq", "constants", "history")]
    arguments += ["i64 %n", "i64 %steps", "double %dt"]
    for array in program.inputs[2:]:
        arguments += [f"{GLOBAL} %{array.name}"]
        arguments += [f"i64 %start_{array.name}", f"i64 %step_{array.name}"]
    return module_text(made.w, ROLLOUT, arguments, program)


class _Motion:
    """One thread's way through all steps."""

    def __init__(self, w: DeviceWriter, program: Program) -> None:
        self.w, self.program = w, program
        self.n = program.inputs[0].size
        self.acting = program.inputs[2:]

    def write(self, method: str) -> None:
        w, n = self.w, self.n
        write_row_number(w)
        within = w.let("icmp slt i64 %row, %n")
        w.say(f"br i1 {within}, label %begin, label %done")
        w.label("begin")
        begin = w.let(f"mul i64 %row, {n}")
        places = [w.at(GLOBAL, f"%{name}", begin) for name in ("q", "dq")]
        first = [self._load(place, n) for place in places]
        rows = [self._first_row(array) for array in self.acting]
        dt = "%dt" if w.float_ == "double" else w.let("fptrunc double %dt to float")
        parts = {f: w.op("fmul", dt, w.number(f)) for f in (0.5, 1.0, 1 / 6)}
        w.say("br label %head")
        w.label("head")
        step = w.let("phi i64 [ 0, %begin ], [ %next_step, %stepped ]")
        state = [self._carried(name, values) for name, values in zip(STATE, first, strict=True)]
        more = w.let(f"icmp slt i64 {step}, %steps")
        w.say(f"br i1 {more}, label %step, label %finish")
        w.label("step")
        acting: dict[str, str] = {}
        for array, row in zip(self.acting, rows, strict=True):
            place = w.at(GLOBAL, row, w.let(f"mul i64 {step}, %step_{array.name}"))
            acting |= dict(zip(array.names, self._load(place, array.size), strict=True))
        take = self._runge_kutta if method == "rk4" else self._euler
        new = take(state, acting, parts)
        wanted = w.let(f"icmp ne {GLOBAL} %history, null")
        w.say(f"br i1 {wanted}, label %write, label %kept")
        w.label("write")
        before = w.let(f"add i64 {w.let(f'mul i64 {step}, %n')}, %row")
        past = w.at(GLOBAL, "%history", w.let(f"mul i64 {before}, {2 * n}"))
        w.keep(GLOBAL, past, [*new[0], *new[1]])
        w.say("br label %kept")
        w.label("kept")
        w.say("br label %stepped")
        w.label("stepped")
        for name, values in zip(STATE, new, strict=True):
            for i, value in enumerate(values):  # what the loop goes on with
                w.say(f"%{name}{i} = bitcast {w.type} {value} to {w.type}")
        w.say(f"%next_step = add i64 {step}, 1")
        w.say("br label %head")
        w.label("finish")
        for place, values in zip(places, state, strict=True):
            w.keep(GLOBAL, place, values)
        w.say("br label %done")
        w.label("done")
        w.say("ret void")

    def _load(self, place: str, count: int) -> list[str]:
        t = self.w.float_
        return [
            self.w.let(f"load {t}, {GLOBAL} {self.w.at(GLOBAL, place, i)}") for i in range(count)
        ]

    def _first_row(self, array: Array) -> str:
        start = self.w.let(f"mul i64 %row, %start_{array.name}")
        return self.w.at(GLOBAL, f"%{array.name}", start)

    def _carried(self, name: str, first: Sequence[str]) -> list[str]:
        t = self.w.type
        return [
            self.w.let(f"phi {t} [ {value}, %begin ], [ %{name}{i}, %stepped ]")
            for i, value in enumerate(first)
        ]

    def _accelerations(
        self, q: Sequence[str], dq: Sequence[str], acting: dict[str, str]
    ) -> list[str]:
        """Forward dynamics; no numbers where a pivot is zero."""
        w = self.w
        names = [array.names for array in self.program.inputs[:2]]
        inputs = dict(zip(names[0], q, strict=True)) | dict(zip(names[1], dq, strict=True)) | acting
        constants = take_constants(w, self.program, inputs)
        values, flag = write_steps(w, self.program, inputs, constants, 1)
        if flag:
            none, t = literal(float("nan"), w.float_), w.type
            values = [w.let(f"select i1 {flag}, {t} {none}, {t} {value}") for value in values]
        return values

    def _euler(
        self, state: list[list[str]], acting: dict[str, str], parts: dict[float, str]
    ) -> list[list[str]]:
        """The rates first, then the coordinates with the new rates."""
        w, step = self.w, parts[1.0]
        q, dq = state
        acc = self._accelerations(q, dq, acting)
        rate = [w.fma(step, a, v) for a, v in zip(acc, dq, strict=True)]
        return [[w.fma(step, v, x) for v, x in zip(rate, q, strict=True)], rate]

    def _runge_kutta(
        self, state: list[list[str]], acting: dict[str, str], parts: dict[float, str]
    ) -> list[list[str]]:
        """Four stages in a loop: of weight 1, 2, 2, 1, the next one half, half and a whole dt on.

        The sums begin at −0, to which adding changes nothing.
        """
        w, t, n = self.w, self.w.type, self.n
        came = w.block
        w.say("br label %stage")
        w.label("stage")
        number = w.let(f"phi i32 [ 0, %{came} ], [ %next_stage, %staged ]")

        def carried(name: str, first: Sequence[str]) -> list[str]:
            return [
                w.let(f"phi {t} [ {value}, %{came} ], [ %{name}{i}, %staged ]")
                for i, value in enumerate(first)
            ]

        nothing = [literal(-0.0, w.float_)] * n
        at, rate = carried("at", state[0]), carried("rate", state[1])
        totals = [carried("sum_q", nothing), carried("sum_v", nothing)]
        acc = self._accelerations(at, rate, acting)
        inner = w.let(f"icmp ult i32 {w.let(f'sub i32 {number}, 1')}, 2")
        weight = w.let(f"select i1 {inner}, {t} {w.number(2.0)}, {t} {w.number(1.0)}")
        third = w.let(f"icmp eq i32 {number}, 2")
        on = w.let(f"select i1 {third}, {t} {parts[1.0]}, {t} {parts[0.5]}")
        w.say("br label %staged")
        w.label("staged")
        for name, derivative, total in (("sum_q", rate, totals[0]), ("sum_v", acc, totals[1])):
            for i, (d, s) in enumerate(zip(derivative, total, strict=True)):
                self._name(f"{name}{i}", weight, d, s)
        for name, derivative, base in (("at", rate, state[0]), ("rate", acc, state[1])):
            for i, (d, x) in enumerate(zip(derivative, base, strict=True)):
                self._name(f"{name}{i}", on, d, x)
        w.say(f"%next_stage = add i32 {number}, 1")
        last = w.let(f"icmp eq i32 {number}, 3")
        w.say(f"br i1 {last}, label %summed, label %stage")
        w.label("summed")
        sixth = parts[1 / 6]
        return [
            [w.fma(sixth, f"%{name}{i}", x) for i, x in enumerate(base)]
            for name, base in zip(("sum_q", "sum_v"), state, strict=True)
        ]

    def _name(self, name: str, a: str, b: str, c: str) -> None:
        """a·b + c under a name that was used before it stands here."""
        t = self.w.type
        self.w.say(f"%{name} = call {t} @llvm.fma.{self.w.suffix()}({t} {a}, {t} {b}, {t} {c})")
