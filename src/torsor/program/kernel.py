"""A program as LLVM functions: ``single`` for one state, ``batch`` for many, the same bits in both.

Every fusion is explicit. Arrays are row-major, a state in each row; a block of rows is loaded as
rows and transposed in registers. Angles beyond the reach of ``sine`` take a branch that brings
them into one turn with the system's own sine and cosine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from torsor.program.graph import PARAMETER, Node, Operand
from torsor.program.llvm import Writer, literal, sin_cos
from torsor.program.program import Program
from torsor.program.schedule import Step, steps
from torsor.program.sine import LARGEST

SINGULAR = {"double": 1e-14, "float": 1e-6}
"""A pivot smaller than this part of its scale counts as zero."""


@dataclass
class _Steps:
    """The steps of a program over inputs that are there already, by name."""

    w: Writer
    inputs: dict[str, str]
    constants: dict[int, str]
    known: dict[int, str] = field(default_factory=dict)

    def operand(self, a: Operand) -> str:
        """The value of an operand; its sign is written where it stands."""
        if not isinstance(a, Node):
            return self.w.number(float(a))
        if a.stage == PARAMETER:
            return self.constants[a.id]
        if a.op == "neg":
            return self.w.negative(self.operand(a.args[0]))
        return self.inputs[a.data] if a.op == "input" else self.known[a.id]

    def write(self, step: Step) -> None:
        node = step.node
        if step.fused is not None:
            self.known[node.id] = self._fused(node, step.fused)
        elif node.op == "sign":
            self.known[node.id] = self._sign(self.operand(node.args[0]))
        else:
            a, b = (self.operand(a) for a in node.args)
            self.known[node.id] = self.w.op(f"f{node.op}", a, b)

    def _fused(self, node: Node, product: Node) -> str:
        x, y = (self.operand(a) for a in product.args)
        first, second = node.args
        minus = node.op == "sub"
        if product is second:
            return self.w.fma(self.w.negative(x) if minus else x, y, self.operand(first))
        z = self.operand(second)
        return self.w.fma(x, y, self.w.negative(z) if minus else z)

    def _sign(self, a: str) -> str:
        w = self.w
        t, flag, zero = w.type, w.many("i1"), w.number(0.0)
        above = w.let(f"fcmp ogt {t} {a}, {zero}")
        below = w.let(f"fcmp olt {t} {a}, {zero}")
        up = w.let(f"select {flag} {above}, {t} {w.number(1.0)}, {t} {zero}")
        return w.let(f"select {flag} {below}, {t} {w.number(-1.0)}, {t} {up}")


def write_steps(
    w: Writer, program: Program, inputs: dict[str, str], constants: dict[int, str], wide: int
) -> tuple[list[str], str | None]:
    """All steps of a program: the outputs' values, and a flag where a pivot is zero, if any is.

    ``wide`` is how many lanes a register has: the angles of a single state share one.
    """
    todo = steps(program.targets)
    body = _Steps(w, inputs, constants)
    turning = [s for s in todo if s.node.op in ("sin", "cos")]
    angles = list({s.node.args[0].id: s.node.args[0] for s in turning}.values())
    before = _needed_by(angles)
    for step in todo:
        if step.node.id in before:
            body.write(step)
    pairs = _sines(w, [body.operand(a) for a in angles], wide)
    for step in turning:
        s, c = pairs[next(i for i, a in enumerate(angles) if a is step.node.args[0])]
        body.known[step.node.id] = s if step.node.op == "sin" else c
    for step in todo:
        if step.node.id not in body.known:
            body.write(step)
    flags = []
    for pivot, scale in program.pivots:
        least = w.op("fmul", body.operand(scale), w.number(SINGULAR[w.float_]))
        flags.append(w.let(f"fcmp ole {w.type} {body.operand(pivot)}, {least}"))
    return [body.operand(o) for o in program.outputs], w.any(flags) if flags else None


def _needed_by(angles: Sequence[Node]) -> set[int]:
    """What angles are computed from: coupled joints turn by sums."""
    found: set[int] = set()
    stack = list(angles)
    while stack:
        node = stack.pop()
        if node.id not in found and node.op != "input":
            found.add(node.id)
            stack += [a for a in node.args if isinstance(a, Node)]
    return found


def _sines(w: Writer, angles: list[str], wide: int) -> list[tuple[str, str]]:
    angles = _brought_near(w, angles)
    if w.lanes > 1:
        return [sin_cos(w, angle, w.lanes) for angle in angles]
    found: list[tuple[str, str]] = []
    t = w.many(w.float_, wide)
    for at in range(0, len(angles), wide):
        packed = "zeroinitializer"
        group = angles[at : at + wide]
        for i, angle in enumerate(group):
            packed = w.let(f"insertelement {t} {packed}, {w.float_} {angle}, i32 {i}")
        s, c = sin_cos(w, packed, wide)
        for i in range(len(group)):
            taken = [w.let(f"extractelement {t} {v}, i32 {i}") for v in (s, c)]
            found.append((taken[0], taken[1]))
    return found


def _brought_near(w: Writer, angles: list[str]) -> list[str]:
    """The angles, brought into one turn if any of them is large."""
    if not angles:
        return []
    t = w.type
    far = []
    for angle in angles:
        size = w.let(f"call {t} @llvm.fabs.{w.suffix()}({t} {angle})")
        far.append(w.let(f"fcmp ugt {t} {size}, {w.number(LARGEST)}"))
    came, mark = w.block, w.count
    w.say(f"br i1 {w.any(far)}, label %far{mark}, label %near{mark}, !prof !0")
    w.label(f"far{mark}")
    brought = [w.let(f"call {t} @one_turn{w.lanes}({t} {angle})") for angle in angles]
    w.say(f"br label %near{mark}")
    w.label(f"near{mark}")
    return [
        w.let(f"phi {t} [ {angle}, %{came} ], [ {new}, %far{mark} ]")
        for angle, new in zip(angles, brought, strict=True)
    ]


def write_kernels(program: Program, float_: str, lanes: int) -> str:
    """The module: ``single(inputs…, constants, out)``, ``batch(inputs, constants, out, n)``.

    ``constants`` is also a global, to be filled where parameters are given at run time.
    """
    room = max(1, len(program.constants))
    constants = f"@constants = global [{room} x {float_}] zeroinitializer"
    parts = [constants, declarations(float_, lanes), one_turn(float_, 1)]
    if lanes > 1:
        parts.append(one_turn(float_, lanes))
    parts += [_single(program, float_, lanes), _batch(program, float_, lanes)]
    return "\n".join(parts)


def constants_of(w: Writer, program: Program) -> dict[int, str]:
    """What the set-up has computed, in every lane."""
    found = {}
    for i, node in enumerate(program.constants):
        at = w.let(f"getelementptr {w.float_}, ptr %constants, i64 {i}")
        value = w.let(f"load {w.float_}, ptr {at}")
        if w.lanes > 1:
            first = w.let(f"insertelement {w.type} poison, {w.float_} {value}, i32 0")
            zeros = f"<{w.lanes} x i32> zeroinitializer"
            value = w.let(f"shufflevector {w.type} {first}, {w.type} poison, {zeros}")
        found[node.id] = value
    return found


def _single(program: Program, float_: str, wide: int) -> str:
    w = Writer(float_, 1)
    inputs = {}
    for k, array in enumerate(program.inputs):
        for i, name in enumerate(array.names):
            at = w.let(f"getelementptr {float_}, ptr %in{k}, i64 {i}")
            inputs[name] = w.let(f"load {float_}, ptr {at}")
    values, flag = write_steps(w, program, inputs, constants_of(w, program), wide)
    if flag:  # the result may be one of the inputs, which are then asked what is wrong
        w.say(f"br i1 {flag}, label %singular, label %solved")
        w.label("singular")
        w.say("ret i1 true")
        w.label("solved")
    for i, value in enumerate(values):
        at = w.let(f"getelementptr {float_}, ptr %out, i64 {i}")
        w.say(f"store {float_} {value}, ptr {at}")
    w.say("ret i1 false")
    arguments = ", ".join(f"ptr %in{k}" for k in range(len(program.inputs)))
    head = f"define i1 @single({arguments}, ptr %constants, ptr %out) #0 {{"
    return "\n".join([head, "entry:", *w.lines, "}"])


def _batch(program: Program, float_: str, lanes: int) -> str:
    """Blocks of rows as wide as a register, then what is left row by row; −1 or a singular row."""
    w = Writer(float_, lanes)
    bases = []
    for k in range(len(program.inputs)):
        at = w.let(f"getelementptr ptr, ptr %in, i64 {k}")
        bases.append(w.let(f"load ptr, ptr {at}"))
    constants = constants_of(w, program)
    whole = w.let(f"and i64 %n, {-lanes}")
    w.say("br label %head")
    w.label("head")
    row = w.let("phi i64 [ 0, %entry ], [ %next, %stored ]")
    more = w.let(f"icmp slt i64 {row}, {whole}")
    w.say(f"br i1 {more}, label %block, label %rest")
    w.label("block")
    inputs: dict[str, str] = {}
    for base, array in zip(bases, program.inputs, strict=True):
        columns = load_columns(w, row_places(w, base, row, array.size), array.size)
        inputs |= dict(zip(array.names, columns, strict=True))
    values, flag = write_steps(w, program, inputs, constants, lanes)
    store_columns(w, row_places(w, "%out", row, len(values)), values)
    if flag:
        w.say(f"br i1 {flag}, label %failed, label %stored")
    else:
        w.say("br label %stored")
    w.label("stored")
    w.lines.append(f"  %next = add i64 {row}, {lanes}")
    w.say("br label %head")
    if flag:
        w.label("failed")
        w.say(f"ret i64 {row}")
    w.label("rest")
    _rest(w, program, bases, row)
    head = "define i64 @batch(ptr %in, ptr %constants, ptr noalias %out, i64 %n) #0 {"
    return "\n".join([head, "entry:", *w.lines, "}"])


def _rest(w: Writer, program: Program, bases: list[str], row: str) -> None:
    w.say("br label %one")
    w.label("one")
    at = w.let(f"phi i64 [ {row}, %rest ], [ %after, %done ]")
    more = w.let(f"icmp slt i64 {at}, %n")
    w.say(f"br i1 {more}, label %call, label %end")
    w.label("call")
    places = [
        _row(w, base, at, array.size) for base, array in zip(bases, program.inputs, strict=True)
    ]
    out = _row(w, "%out", at, len(program.outputs))
    given = ", ".join(f"ptr {p}" for p in (*places, "%constants", out))
    bad = w.let(f"call i1 @single({given})")
    w.say(f"br i1 {bad}, label %bad, label %done")
    w.label("done")
    w.lines.append(f"  %after = add i64 {at}, 1")
    w.say("br label %one")
    w.label("bad")
    w.say(f"ret i64 {at}")
    w.label("end")
    w.say("ret i64 -1")


def _row(w: Writer, base: str, row: str, width: int) -> str:
    start = w.let(f"mul i64 {row}, {width}")
    return w.let(f"getelementptr {w.float_}, ptr {base}, i64 {start}")


def row_places(w: Writer, base: str, row: str, width: int) -> list[str]:
    """Where the rows of a block begin."""
    first = _row(w, base, row, width)
    return [
        w.let(f"getelementptr {w.float_}, ptr {first}, i64 {r * width}") for r in range(w.lanes)
    ]


def _mask(w: Writer, count: int) -> str:
    flags = ", ".join(f"i1 {'true' if i < count else 'false'}" for i in range(w.lanes))
    return f"{w.many('i1')} <{flags}>"


def _from(w: Writer, place: str, column: int) -> str:
    return w.let(f"getelementptr {w.float_}, ptr {place}, i64 {column}") if column else place


def load_columns(w: Writer, places: list[str], width: int) -> list[str]:
    """The columns of a block of rows, each a value of one lane a row."""
    if w.lanes == 1:
        return [w.let(f"load {w.float_}, ptr {_from(w, places[0], c)}") for c in range(width)]
    columns: list[str] = []
    size = w.sine.bits // 8
    for at in range(0, width, w.lanes):
        here = min(w.lanes, width - at)
        rows = []
        for place in places:
            where = _from(w, place, at)
            if here == w.lanes:
                rows.append(w.let(f"load {w.type}, ptr {where}, align {size}"))
            else:
                rows.append(
                    w.let(
                        f"call {w.type} @llvm.masked.load.{w.suffix()}.p0(ptr {where}, "
                        f"i32 {size}, {_mask(w, here)}, {w.type} zeroinitializer)"
                    )
                )
        columns += _transposed(w, rows)[:here]
    return columns


def store_columns(w: Writer, places: list[str], values: list[str]) -> None:
    """Values of one lane a row as the columns of a block of rows."""
    if w.lanes == 1:
        for c, value in enumerate(values):
            w.say(f"store {w.float_} {value}, ptr {_from(w, places[0], c)}")
        return
    size = w.sine.bits // 8
    for at in range(0, len(values), w.lanes):
        group = values[at : at + w.lanes]
        rows = _transposed(w, group + ["zeroinitializer"] * (w.lanes - len(group)))
        for place, line in zip(places, rows, strict=True):
            where = _from(w, place, at)
            if len(group) == w.lanes:
                w.say(f"store {w.type} {line}, ptr {where}, align {size}")
            else:
                w.say(
                    f"call void @llvm.masked.store.{w.suffix()}.p0({w.type} {line}, ptr {where}, "
                    f"i32 {size}, {_mask(w, len(group))})"
                )


def _transposed(w: Writer, rows: list[str]) -> list[str]:
    """A square of registers turned over, by swapping ever larger blocks off the diagonal."""
    rows = list(rows)
    distance = 1
    while distance < w.lanes:
        low = [j if not j & distance else w.lanes + j - distance for j in range(w.lanes)]
        high = [j + distance if not j & distance else w.lanes + j for j in range(w.lanes)]
        for i in range(w.lanes):
            if not i & distance:
                a, b = rows[i], rows[i + distance]
                rows[i], rows[i + distance] = (_shuffled(w, a, b, m) for m in (low, high))
        distance *= 2
    return rows


def _shuffled(w: Writer, a: str, b: str, lanes: list[int]) -> str:
    mask = ", ".join(f"i32 {j}" for j in lanes)
    t = w.type
    return w.let(f"shufflevector {t} {a}, {t} {b}, <{w.lanes} x i32> <{mask}>")


def one_turn(float_: str, lanes: int) -> str:
    """Large angles into one turn by the system's functions, lane by lane: atan2(sin x, cos x)."""
    w = Writer(float_, lanes)
    value = "%x"
    for i in range(lanes):
        x = given = "%x" if lanes == 1 else w.let(f"extractelement {w.type} %x, i32 {i}")
        if float_ == "float":
            x = w.let(f"fpext float {x} to double")
        s, c = (w.let(f"call double @{f}(double {x})") for f in ("sin", "cos"))
        new = w.let(f"call double @atan2(double {s}, double {c})")
        if float_ == "float":
            new = w.let(f"fptrunc double {new} to float")
        # An angle that is not large stays as it is, whatever stands beside it.
        size = w.let(f"call {float_} @llvm.fabs.{w.suffix(1)}({float_} {given})")
        far = w.let(f"fcmp ugt {float_} {size}, {literal(LARGEST, float_)}")
        new = w.let(f"select i1 {far}, {float_} {new}, {float_} {given}")
        if lanes == 1:
            value = new
        else:
            value = w.let(f"insertelement {w.type} {value}, {float_} {new}, i32 {i}")
    w.say(f"ret {w.type} {value}")
    head = f"define internal {w.type} @one_turn{lanes}({w.type} %x) cold noinline {{"
    return "\n".join([head, *w.lines, "}"])


def declarations(float_: str, lanes: int) -> str:
    """The system's functions, the intrinsics, and how the branches go."""
    lines = [f"declare double @{f}(double)" for f in ("sin", "cos")]
    lines.append("declare double @atan2(double, double)")
    for n in dict.fromkeys((1, lanes)):
        w = Writer(float_, n)
        t, suffix = w.type, w.suffix()
        lines.append(f"declare {t} @llvm.fma.{suffix}({t}, {t}, {t})")
        lines.append(f"declare {t} @llvm.fabs.{suffix}({t})")
        if n > 1:
            mask = w.many("i1")
            lines.append(f"declare {t} @llvm.masked.load.{suffix}.p0(ptr, i32, {mask}, {t})")
            lines.append(f"declare void @llvm.masked.store.{suffix}.p0({t}, ptr, i32, {mask})")
    bits = 64 if float_ == "double" else 32
    lines.append(f'attributes #0 = {{ nounwind "prefer-vector-width"="{bits * lanes}" }}')
    lines.append('!0 = !{!"branch_weights", i32 1, i32 2000}')
    return "\n".join(lines)
