"""Routines into LLVM assembly: their syntax tree, statement by statement.

Variables have one type each, that of what they are first given, and stand in memory until LLVM
puts them into registers. ``for`` counts over a ``range``; conditions are evaluated no further than
they need to be; there are no exceptions. What is not known here is refused with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from torsor.program.jit.routines.expressions import Expressions
from torsor.program.jit.routines.names import Value, low_type


@dataclass
class Translation(Expressions):
    """One routine on its way into assembly."""

    loops: list[tuple[str, str]] = field(default_factory=list)

    def write(self) -> str:
        """The function's definition."""
        w = self.w
        for name, type_ in self.routine.arguments:
            place = self._room(name, type_)
            w.say(f"store {low_type(type_)} %{name}, ptr {place}")
        self._statements(self.routine.tree.body)
        w.say("ret void" if self.routine.result == "None" else "unreachable")
        return self.routine.signature.definition([*self.rooms, *w.lines])

    def _statements(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            write: Callable[[ast.stmt], None] | None = getattr(
                self, f"_do_{type(statement).__name__.lower()}", None
            )
            if write is None:
                raise self._refuse(statement)
            write(statement)

    def _do_pass(self, node: ast.Pass) -> None:
        del node

    def _do_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self._value(node.value)

    def _do_assign(self, node: ast.Assign) -> None:
        value = self._value(node.value)
        for target in node.targets:
            self._put(target, value)

    def _do_augassign(self, node: ast.AugAssign) -> None:
        before = self._value(node.target)
        self._put(node.target, self._operate(node, node.op, before, self._value(node.value)))

    def _put(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            if target.id not in self.variables:
                self._room(target.id, value.type)
            room = self.variables[target.id]
            type_, place = room.type, room.name
        else:
            type_, place = self._place(target)
        given = self._fit(value, type_, target)
        self.w.say(f"store {low_type(type_)} {given}, ptr {place}")

    def _do_return(self, node: ast.Return) -> None:
        if node.value is None:
            self.w.say("ret void")
        else:
            type_ = self.routine.result
            found = self._fit(self._value(node.value), type_, node)
            self.w.say(f"ret {low_type(type_)} {found}")
        self.w.label(*self._mark("behind"))

    def _do_if(self, node: ast.If) -> None:
        yes, no, after = self._mark("then", "else", "after")
        self._branch(node.test, yes, no)
        for label, body in ((yes, node.body), (no, node.orelse)):
            self.w.label(label)
            self._statements(body)
            self.w.say(f"br label %{after}")
        self.w.label(after)

    def _do_while(self, node: ast.While) -> None:
        test, body, after = self._mark("test", "body", "after")
        self.w.say(f"br label %{test}")
        self.w.label(test)
        self._branch(node.test, body, after)
        self._loop(node.body, body, test, after)
        self.w.say(f"br label %{test}")
        self.w.label(after)

    def _do_for(self, node: ast.For) -> None:
        if not (
            isinstance(node.iter, ast.Call)
            and isinstance(node.iter.func, ast.Name)
            and node.iter.func.id == "range"
            and isinstance(node.target, ast.Name)
        ):
            raise self._refuse(node)
        bounds = [self._fit(self._value(a), "int", node) for a in node.iter.args]
        first, limit = ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) == 3 else "1"
        test, body, following, after = self._mark("test", "body", "next", "after")
        w, name = self.w, node.target.id
        if name not in self.variables:
            self._room(name, "int")
        place = self.variables[name].name
        w.say(f"store i64 {first}, ptr {place}")
        w.say(f"br label %{test}")
        w.label(test)
        count = w.let(f"load i64, ptr {place}")
        w.say(f"br i1 {w.let(f'icmp slt i64 {count}, {limit}')}, label %{body}, label %{after}")
        self._loop(node.body, body, following, after)
        w.say(f"br label %{following}")
        w.label(following)
        count = w.let(f"load i64, ptr {place}")
        w.say(f"store i64 {w.let(f'add i64 {count}, {step}')}, ptr {place}")
        w.say(f"br label %{test}")
        w.label(after)

    def _loop(self, statements: Sequence[ast.stmt], body: str, again: str, after: str) -> None:
        self.w.label(body)
        self.loops.append((again, after))
        self._statements(statements)
        self.loops.pop()

    def _do_continue(self, node: ast.Continue) -> None:
        del node
        self.w.say(f"br label %{self.loops[-1][0]}")
        self.w.label(*self._mark("behind"))

    def _do_break(self, node: ast.Break) -> None:
        del node
        self.w.say(f"br label %{self.loops[-1][1]}")
        self.w.label(*self._mark("behind"))
