"""Expressions of routines as LLVM assembly: values, places, conditions and calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise

from torsor.program.jit.routines.names import ARRAYS, Known, Routine, Value, low_type
from torsor.program.jit.writing.assembly import Writer, literal
from torsor.program.jit.writing.signature import single
from torsor.program.jit.writing.steps import write_sines

OPERATIONS: dict[type, tuple[str, str]] = {
    ast.Add: ("add", "fadd"), ast.Sub: ("sub", "fsub"), ast.Mult: ("mul", "fmul"),
    ast.Div: ("", "fdiv"), ast.FloorDiv: ("sdiv", ""),
}  # fmt: skip
COMPARISONS: dict[type, tuple[str, str]] = {
    ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"),
    ast.GtE: ("sge", "oge"), ast.Eq: ("eq", "oeq"), ast.NotEq: ("ne", "une"),
}  # fmt: skip


@dataclass
class Expressions:
    """What a routine computes, written line by line."""

    routine: Routine
    known: Known
    w: Writer = field(default_factory=lambda: Writer("double", 1))
    variables: dict[str, Value] = field(default_factory=dict)
    rooms: list[str] = field(default_factory=list)
    marks: int = 0

    def _refuse(self, node: ast.AST) -> NotImplementedError:
        line = getattr(node, "lineno", 0)
        return NotImplementedError(f"{self.routine.name}, line {line}: {ast.unparse(node)}")

    def _mark(self, *names: str) -> list[str]:
        self.marks += 1
        return [f"{name}{self.marks}" for name in names]

    def _room(self, name: str, type_: str) -> str:
        place = f"%at_{name}"
        self.rooms.append(f"  {place} = alloca {low_type(type_)}")
        self.variables[name] = Value(type_, place)
        return place

    def _branch(self, test: ast.expr, yes: str, no: str) -> None:
        """Go on where a condition leads."""
        if isinstance(test, ast.BoolOp):
            both = isinstance(test.op, ast.And)
            for part in test.values[:-1]:
                (further,) = self._mark("further")
                self._branch(part, *((further, no) if both else (yes, further)))
                self.w.label(further)
            self._branch(test.values[-1], yes, no)
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self._branch(test.operand, no, yes)
        else:
            self.w.say(f"br i1 {self._test(test)}, label %{yes}, label %{no}")

    def _test(self, node: ast.expr) -> str:
        """Whether a value is true; a whole number is if it is not 0."""
        found = self._value(node)
        if found.type == "int":
            return self.w.let(f"icmp ne i64 {found.name}, 0")
        if found.type != "bool":
            raise self._refuse(node)
        return found.name

    def _value(self, node: ast.expr) -> Value:
        w = self.w
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return _number(node.value)
        if isinstance(node, ast.Name):
            return self._named(node)
        if isinstance(node, ast.Attribute | ast.Subscript):
            type_, place = self._place(node)
            return Value(type_, w.let(f"load {low_type(type_)}, ptr {place}"))
        if isinstance(node, ast.BinOp):
            return self._operate(node, node.op, self._value(node.left), self._value(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            if isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, int):
                return _number(-node.operand.value)
            of = self._value(node.operand)
            if of.type == "int":
                return Value("int", w.let(f"sub i64 0, {of.name}"))
            return Value("float", w.negative(self._fit(of, "float", node)))
        if isinstance(node, ast.Compare):
            return self._compare(node)
        if isinstance(node, ast.BoolOp):
            return self._decide(node)
        if isinstance(node, ast.IfExp):
            return self._choose(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._call(node, node.func.id)
        raise self._refuse(node)

    def _named(self, node: ast.Name) -> Value:
        if node.id in self.variables:
            room = self.variables[node.id]
            return Value(room.type, self.w.let(f"load {low_type(room.type)}, ptr {room.name}"))
        if node.id not in self.known.constants:
            raise self._refuse(node)
        value = self.known.constants[node.id]
        return Value("Floats", f"@{node.id}") if isinstance(value, Sequence) else _number(value)

    def _place(self, node: ast.expr) -> tuple[str, str]:
        """Type and place of a field or an entry."""
        if isinstance(node, ast.Attribute):
            of = self._value(node.value)
            fields = self.known.records.get(of.type)
            if fields is None or node.attr not in fields:
                raise self._refuse(node)
            return fields[node.attr], self.w.place("i64", of.name, list(fields).index(node.attr))
        if isinstance(node, ast.Subscript):
            of = self._value(node.value)
            if of.type not in ARRAYS:
                raise self._refuse(node)
            index = self._fit(self._value(node.slice), "int", node)
            type_ = "float" if of.type == "Floats" else "int"
            return type_, self.w.place(ARRAYS[of.type], of.name, index)
        raise self._refuse(node)

    def _operate(self, node: ast.AST, op: ast.operator, a: Value, b: Value) -> Value:
        w = self.w
        if a.type in self.known.records and isinstance(op, ast.Add):
            words = len(self.known.records[a.type])
            shift = w.let(f"mul i64 {self._fit(b, 'int', node)}, {words}")
            return Value(a.type, w.place("i64", a.name, shift))
        if a.type in ARRAYS and isinstance(op, ast.Add):
            return Value(a.type, w.place(ARRAYS[a.type], a.name, self._fit(b, "int", node)))
        whole, real = OPERATIONS.get(type(op), ("", ""))
        if a.type == b.type == "int" and whole:
            return Value("int", w.let(f"{whole} i64 {a.name}, {b.name}"))
        if not real:
            raise self._refuse(node)
        return Value("float", w.op(real, self._fit(a, "float", node), self._fit(b, "float", node)))

    def _compare(self, node: ast.Compare) -> Value:
        values = [self._value(each) for each in (node.left, *node.comparators)]
        found = []
        for op, (a, b) in zip(node.ops, pairwise(values), strict=True):
            whole, real = COMPARISONS[type(op)]
            if a.type == b.type == "int":
                found.append(self.w.let(f"icmp {whole} i64 {a.name}, {b.name}"))
            else:
                pair = f"{self._fit(a, 'float', node)}, {self._fit(b, 'float', node)}"
                found.append(self.w.let(f"fcmp {real} double {pair}"))
        return Value("bool", reduce(lambda a, b: self.w.let(f"and i1 {a}, {b}"), found))

    def _decide(self, node: ast.BoolOp) -> Value:
        """A condition as a value."""
        yes, no, after = self._mark("yes", "no", "decided")
        self._branch(node, yes, no)
        for label in (yes, no):
            self.w.label(label)
            self.w.say(f"br label %{after}")
        self.w.label(after)
        return Value("bool", self.w.let(f"phi i1 [ true, %{yes} ], [ false, %{no} ]"))

    def _choose(self, node: ast.IfExp) -> Value:
        """One of two, either of which may be evaluated."""
        test = self._test(node.test)
        a, b = self._value(node.body), self._value(node.orelse)
        type_ = a.type if a.type == b.type else "float"
        low = low_type(type_)
        first, second = self._fit(a, type_, node), self._fit(b, type_, node)
        return Value(type_, self.w.let(f"select i1 {test}, {low} {first}, {low} {second}"))

    def _fit(self, value: Value, type_: str, node: ast.AST) -> str:
        """The value as one of a type: whole numbers become floats where those are wanted."""
        if value.type == type_:
            return value.name
        if (value.type, type_) == ("int", "float"):
            return self.w.let(f"sitofp i64 {value.name} to double")
        raise self._refuse(node)

    def _call(self, node: ast.Call, name: str) -> Value:
        w, given = self.w, [self._value(a) for a in node.args]
        routine = self.known.routines.get(name)
        if routine is not None:
            taken = routine.arguments
            if len(given) != len(taken):
                raise self._refuse(node)
            handed = {
                argument: self._fit(value, type_, node)
                for value, (argument, type_) in zip(given, taken, strict=True)
            }
            text = routine.signature.call(**handed)
            if routine.result == "None":
                w.say(text)
                return Value("None", "")
            return Value(routine.result, w.let(text))
        if name == "evaluate":
            return self._evaluate(node, given)
        if name in ("min", "max"):
            best, *others = (self._fit(x, "float", node) for x in given)
            for other in others:  # as Python has it: the first one, unless another is beyond it
                beyond = w.let(f"fcmp {'olt' if name == 'min' else 'ogt'} double {other}, {best}")
                best = w.let(f"select i1 {beyond}, double {other}, double {best}")
            return Value("float", best)
        (x,) = (self._fit(v, "int" if name in ("float", "power_of_two") else "float", node)
                for v in given)  # fmt: skip
        return self._intrinsic(node, name, x)

    def _evaluate(self, node: ast.Call, given: list[Value]) -> Value:
        if given[0].type != "Function" or any(v.type != "Floats" for v in given[1:]):
            raise self._refuse(node)
        w, *places = self.w, *(v.name for v in given[1:])
        address = w.let(f"load i64, ptr {given[0].name}")
        code = w.let(f"inttoptr i64 {address} to ptr")
        constants = w.load("ptr", given[0].name, 1)
        inputs = {f"in{k}": place for k, place in enumerate(places[:-1])}
        shape = single(len(inputs))
        bad = w.let(shape.call_at(code, **inputs, constants=constants, out=places[-1]))
        return Value("int", w.let(f"zext i1 {bad} to i64"))

    def _intrinsic(self, node: ast.AST, name: str, x: str) -> Value:
        w = self.w
        if name in ("sqrt", "magnitude"):
            call = {"sqrt": "sqrt", "magnitude": "fabs"}[name]
            return Value("float", w.let(f"call double @llvm.{call}.f64(double {x})"))
        if name in ("sin", "cos"):
            return Value("float", write_sines(w, [x], 1)[0][name == "cos"])
        if name == "float":
            return Value("float", w.let(f"sitofp i64 {x} to double"))
        if name == "nearest":
            whole = w.let(f"call double @llvm.rint.f64(double {x})")
            return Value("int", w.let(f"fptosi double {whole} to i64"))
        if name == "power_of_two":
            bits = w.let(f"shl i64 {w.let(f'add i64 {x}, 1023')}, 52")
            return Value("float", w.let(f"bitcast i64 {bits} to double"))
        if name == "spacing":
            bits = w.let(f"add i64 {w.let(f'bitcast double {x} to i64')}, 1")
            return Value("float", w.op("fsub", w.let(f"bitcast i64 {bits} to double"), x))
        raise self._refuse(node)


def _number(value: float) -> Value:
    if isinstance(value, int):
        return Value("int", str(int(value)))
    return Value("float", literal(value, "double"))
