"""Assignments as statements: unpacked, with their indices, in the order in which they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from torsor.referee.reading import syntax as s
from torsor.referee.reading.code import raw as r
from torsor.referee.reading.code.assignments import Assignment
from torsor.referee.reading.code.calls import DeclaredError
from torsor.referee.reading.code.meaning import Meaning
from torsor.referee.reading.latex.places import Place, UnreadError

UNREAD = "unreadable"
"""The call that stands for a value that could not be read."""


@dataclass
class Assigner:
    """Turns assignments into statements; ``found`` and ``refused`` grow."""

    text: str
    meaning: Meaning
    routine: str
    refused: list[s.Unreadable]
    found: list[s.Statement] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """The names that have been assigned so far, whole or in part."""

    def assign(self, one: Assignment) -> None:
        """Take one assignment, or list why it cannot be read and forget what it assigns."""
        if one.changes:
            known = tuple(t for t in one.targets if self._is_known(t))
            if known:
                self.refuse(replace(one, targets=known), one.problem)
            return
        if one.value is None:
            self.refuse(one, one.problem)
            return
        if _is_text(one.value):
            return
        count = len(self.found)
        try:
            if one.returned:
                self._return(one, one.value)
            else:
                self._targets(one, one.value)
        except DeclaredError:
            del self.found[count:]
        except UnreadError as error:
            del self.found[count:]
            self.refuse(one, str(error))

    def refuse(self, one: Assignment, reason: str) -> None:
        """List an assignment as unreadable; its targets are no longer known."""
        place = one.place
        said = reason.partition(": ")[2] if reason.startswith("line ") else reason
        where = self._text(place)
        self.refused.append(s.Unreadable(place.line, place.column, where, said))
        for target in one.targets:
            for left in self._lost(target):
                if isinstance(left, s.Symbol):
                    self.meaning.whole.pop(left.name, None)
                self._add(left, s.Call(UNREAD, (), place), place)
        if one.returned:
            self._add(self._result(place), s.Call(UNREAD, (), place), place)

    def _lost(self, target: r.Raw) -> list[s.Symbol | s.Entry]:
        """What an unread assignment changes: an entry where its indices are known, else all."""
        if isinstance(target, r.Apply):
            try:
                return [self._left(target)]
            except UnreadError:
                pass
        return [self._symbol(base) for base in _bases(target)]

    def _is_known(self, target: r.Raw) -> bool:
        """Whether a name has been assigned so far."""
        return isinstance(target, r.Name) and target.text in self.known

    def _result(self, place: Place, number: int = 0) -> s.Symbol:
        """The name of what is returned without one: the function's."""
        name = (self.routine or "result") + (f"_{number}" if number else "")
        if name not in self.results:
            self.results.append(name)
        return s.Symbol(name, place, 0, name)

    # targets ----------------------------------------------------------------------------------

    def _targets(self, one: Assignment, value: r.Raw) -> None:
        if one.mark == "<<":
            self._stream(one, value)
            return
        if isinstance(value, r.Lambda):
            for target in one.targets:
                if isinstance(target, r.Name):
                    self.meaning.lambdas[target.text] = value
            raise DeclaredError("a function", one.place)
        if one.whole and not self.meaning.is_integer(value):
            raise UnreadError("a whole number's type drops the fraction", one.place)
        for target in reversed(one.targets):
            self._target(target, one, value)

    def _stream(self, one: Assignment, value: r.Raw) -> None:
        """Eigen's ``M << a, b, c, d``: row by row, where the shape is declared."""
        left = self._symbol(one.targets[0])
        rows, columns = self.meaning.shapes.get(left.name, (0, 0))
        items = value.items if isinstance(value, r.Listing) else (value,)
        if not rows or len(items) != rows * columns:
            raise UnreadError("a table whose shape is not printed here", one.place)
        nodes = [self.meaning.node(item) for item in items]
        table = tuple(tuple(nodes[i * columns : (i + 1) * columns]) for i in range(rows))
        self._add(left, s.Table(table, one.place), one.place)

    def _target(self, target: r.Raw, one: Assignment, value: r.Raw) -> None:
        if isinstance(target, r.Unary) and target.mark == "(":
            target = target.of
        if one.declared and isinstance(target, r.Apply):
            target = _bases(target)[0]  # double M[2][2] = {…} declares the whole
        several = _several(target)
        if several is not None:
            self._unpack(several, one, value)
            return
        if isinstance(target, r.Apply) and any(isinstance(a, r.Slice) for a in target.arguments):
            self._assign_row(target, one, value)
            return
        left = self._left(target)
        right = self.meaning.node(value)
        place = one.place
        if one.mark != "=":
            right = _compound(one.mark, left, right, place, self.meaning.elementwise)
        self._add(left, right, place)
        if isinstance(left, s.Symbol):
            self._remember(left.name, one, value)

    def _remember(self, name: str, one: Assignment, value: r.Raw) -> None:
        number = self.meaning.whole_number(value) if one.mark == "=" else None
        self.meaning.whole.pop(name, None)
        self.meaning.lambdas.pop(name, None)
        if number is not None:
            self.meaning.whole[name] = number
        if one.whole:
            self.meaning.integers.add(name)
        elif one.declared:
            self.meaning.integers.discard(name)

    def _left(self, target: r.Raw) -> s.Symbol | s.Entry:
        """A symbol or an entry; what else stands on the left is not read."""
        if isinstance(target, (r.Name, r.Member)):
            return self._symbol(target)
        if isinstance(target, r.Apply):
            python_call = target.bracket == "(" and self.meaning.language.name == "python"
            indexed = target.bracket != "{" and not python_call
            if indexed and not target.keywords:
                symbolic = self.meaning.language.name == "matlab" and target.bracket == "("
                known = _is_names(target.arguments) and symbolic
                if known and isinstance(target.of, r.Name):
                    return self._symbol(target.of)  # MATLAB's symbolic function f(t) = …
                found = self.meaning.node(
                    r.Apply(target.of, target.arguments, (), "[", target.place)
                )
                if isinstance(found, (s.Entry, s.Symbol)):
                    return found
        raise UnreadError("what is assigned to is neither a name nor an entry", target.place)

    def _symbol(self, target: r.Raw) -> s.Symbol:
        if isinstance(target, r.Member):
            name = self.meaning.member_name(target)
            return s.Symbol(name, target.place, 0, target.name)
        assert isinstance(target, r.Name)
        return s.Symbol(target.text, target.place, 0, target.text)

    def _unpack(self, targets: Sequence[r.Raw], one: Assignment, value: r.Raw) -> None:
        """``q1, q2 = q`` and ``s1, c1 = sin(q1), cos(q1)``."""
        place = one.place
        if one.mark != "=" or any(isinstance(t, r.Listing) for t in targets):
            raise UnreadError("several names with such a mark", place)
        lefts = [self._left(target) for target in targets]
        values = _several(value)
        called = isinstance(value, r.Apply) and value.bracket == "("
        if called and isinstance(value, r.Apply) and isinstance(value.of, r.Name):
            if value.of.text == "deal" and len(value.arguments) == len(targets):
                values = value.arguments
        rights: list[s.Node]
        if values is not None:
            if len(values) != len(targets):
                raise UnreadError("as many names as values are expected", place)
            rights = [self.meaning.node(v) for v in values]
            for i, right in enumerate(rights):
                before = {_flat(left) for left in lefts[:i]}
                if any(_flat(n) in before for n in s.walk(right)):
                    raise UnreadError("values that change places", place)
        else:
            whole = self.meaning.node(value)
            if isinstance(whole, s.Call) or self.meaning.language.name == "matlab":
                raise UnreadError("several values of a function", place)
            rights = [self._item(whole, i + 1, place) for i in range(len(targets))]
        for left, right in zip(lefts, rights, strict=True):
            self._add(left, right, place)
            if isinstance(left, s.Symbol):
                self.meaning.whole.pop(left.name, None)

    def _item(self, whole: s.Node, number: int, place: Place) -> s.Node:
        if isinstance(whole, s.Table):
            flat = [entry for row in whole.rows for entry in row]
            if number <= len(flat):
                return flat[number - 1]
            raise UnreadError("as many names as values are expected", place)
        return s.Entry(whole, (number,), place)

    def _assign_row(self, target: r.Apply, one: Assignment, value: r.Raw) -> None:
        """``M(1,:) = [a, b]`` entry by entry; only where the entries are printed."""
        place = one.place
        right = self.meaning.node(value)
        if not isinstance(right, s.Table) or one.mark != "=":
            raise UnreadError("a whole row or column of a table", place)
        entries = [entry for row in right.rows for entry in row]
        base = self.meaning.node(target.of)
        places = [i for i, a in enumerate(target.arguments) if isinstance(a, r.Slice)]
        flat = len(right.rows) == 1 or len(right.rows[0]) == 1
        part = target.arguments[places[0]]
        assert isinstance(part, r.Slice)
        if len(places) != 1 or not flat or not isinstance(base, s.Symbol):
            raise UnreadError("a part of a table", place)
        count = list(range(1, len(entries) + 1))
        if part.parts != (None, None):
            count = self.meaning.range_of(part, place)
        if len(count) != len(entries) or len(target.arguments) > 2:
            raise UnreadError("a part of a table", place)
        others = [a for a in target.arguments if not isinstance(a, r.Slice)]
        fixed = self.meaning.indices(others, place) if others else ()
        for number, entry in zip(count, entries, strict=True):
            indices = (*fixed, number) if places[0] else (number, *fixed)
            self._add(s.Entry(base, indices, place), entry, place)

    # results ----------------------------------------------------------------------------------

    def _return(self, one: Assignment, value: r.Raw) -> None:
        several = value.items if isinstance(value, r.Listing) else (value,)
        listed = isinstance(value, r.Listing) and self.text[value.place.start] == "["
        if listed:
            several = (value,)
        for i, item in enumerate(several):
            if isinstance(item, r.Name):
                if item.text not in self.results and item.text in self.meaning.assigned:
                    self.results.append(item.text)
                continue
            if self.meaning.language.name == "c" and isinstance(item, r.Literal):
                continue
            right = self.meaning.node(item)
            number = i + 1 if len(several) > 1 else 0
            self._add(self._result(one.place, number), right, one.place)

    def _add(self, left: s.Node, right: s.Node, place: Place) -> None:
        text = self._text(place)
        name = _flat(left)
        if name:
            self.known.add(name)
        self.found.append(
            s.Statement((left, right), place.line, place.column, text, assignment=True)
        )

    def _text(self, place: Place) -> str:
        return self.text[place.start : place.end]


def _compound(mark: str, left: s.Node, right: s.Node, place: Place, entrywise: bool) -> s.Node:
    """The value of ``+=`` and its kin: the old one and the new."""
    match mark:
        case "+=":
            return s.Sum((left, right), place)
        case "-=":
            return s.Sum((left, s.Negative(right, place)), place)
        case "*=":
            return s.Product((left, right), place, entrywise)
        case "/=":
            return s.Quotient(left, right, place)
        case "**=" | "^=":
            return s.Power(left, right, place)
        case _:
            raise UnreadError(f"the mark {mark}", place)


def _several(raw: r.Raw) -> tuple[r.Raw, ...] | None:
    """The items of a tuple or a row, if it is one."""
    if isinstance(raw, r.Listing):
        return raw.items
    if isinstance(raw, r.Rows) and len(raw.rows) == 1:
        return raw.rows[0]
    return None


def _bases(target: r.Raw) -> list[r.Raw]:
    """The names and members whose value an assignment changes."""
    if isinstance(target, (r.Name, r.Member)):
        return [target]
    if isinstance(target, (r.Apply, r.Unary)):
        return _bases(target.of)
    several = _several(target) or ()
    return [base for item in several for base in _bases(item)]


def _flat(node: s.Node) -> str:
    """The name of a symbol, or of the table that an entry is of; else nothing."""
    if isinstance(node, s.Entry):
        return _flat(node.of)
    return node.name if isinstance(node, s.Symbol) else ""


def _is_names(arguments: Sequence[r.Raw]) -> bool:
    return bool(arguments) and all(isinstance(a, r.Name) and a.text == "t" for a in arguments)


def _is_text(value: r.Raw) -> bool:
    """Whether a value is a text, or texts: no quantity."""
    if isinstance(value, r.Listing) and value.items:
        return all(isinstance(item, r.Quoted) for item in value.items)
    return isinstance(value, r.Quoted)
