"""Programs as statements: read, never executed.

Loops with printed bounds are unrolled. What stands under a condition, or cannot be read, is listed
as unreadable; and because what it assigns is no longer known, a statement follows that assigns the
call ``unreadable()``, so that nothing that depends on it is judged by an older value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from torsor.errors import TextError
from torsor.referee.reading.code import raw as r
from torsor.referee.reading.code.assigning import Assigner
from torsor.referee.reading.code.assignments import Assignment, assignments_in
from torsor.referee.reading.code.blocks import BLOCKS
from torsor.referee.reading.code.blocks.items import Branch, Item, Line, Loop, Routine
from torsor.referee.reading.code.languages import Language, find_language
from torsor.referee.reading.code.loops import counter_of, turns_of
from torsor.referee.reading.code.meaning import Meaning, is_module, owner_of
from torsor.referee.reading.code.shapes import declared_shapes
from torsor.referee.reading.code.tokens import tokens_of
from torsor.referee.reading.code.words import CONDITION
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import Entry, Statement, Symbol, Unreadable

UNROLLED = 10_000
"""Loops that come to more statements than this are not unrolled."""


@dataclass(frozen=True)
class CodeRoutine:
    """A function of the text, or the script around them, whose name is empty.

    ``results`` are the names of what it returns: MATLAB's head and Python's return name them;
    in C they are the arguments that are assigned. A result that is returned without a name has the
    function's.
    """

    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    statements: tuple[Statement, ...]
    line: int


@dataclass(frozen=True)
class CodeText:
    """What a program states, routine by routine, and what could not be read of it."""

    routines: tuple[CodeRoutine, ...]
    unreadable: tuple[Unreadable, ...]
    language: str = ""

    def statements_of(self, routine: CodeRoutine) -> list[Statement]:
        """A routine's statements behind those of the script that it sees.

        A function of Python or C sees the names that are assigned around it, but for its own
        arguments; one of MATLAB sees none of them.
        """
        own = list(routine.statements)
        if self.language == "matlab" or not routine.name:
            return own
        hidden = set(routine.parameters)
        script = [one for around in self.routines if not around.name for one in around.statements]
        return [one for one in script if not hidden & {_target_name(one)}] + own


def _target_name(statement: Statement) -> str:
    target = statement.sides[0]
    while isinstance(target, Entry):
        target = target.of
    return target.name if isinstance(target, Symbol) else ""


Parsed = dict[int, list[Assignment]]
"""The assignments of each line, by the line's identity."""


@dataclass
class _Reader:
    """Reads one text; ``found`` and ``refused`` grow."""

    text: str
    language: Language
    parsed: Parsed = field(default_factory=dict)
    refused: list[Unreadable] = field(default_factory=list)
    unrolled: int = 0
    owners: dict[str, set[str]] = field(default_factory=dict)
    lambdas: dict[str, r.Lambda] = field(default_factory=dict)
    shapes: dict[str, tuple[int, int]] = field(default_factory=dict)

    def prepare(self, items: Iterable[Item]) -> None:
        """Parse every line once, and note the members' owners."""
        for item in items:
            if isinstance(item, Line):
                parsed = assignments_in(item, self.language)
                self.parsed[id(item)] = parsed
                if self.language.name == "c":
                    self.shapes.update(declared_shapes(item.tokens))
                for one in parsed:
                    for raw in (*one.targets, *([one.value] if one.value else [])):
                        self._note(raw)
            else:
                self.prepare(item.body)
                if isinstance(item, Routine):
                    self._note_lambda(item)

    def _note(self, raw: r.Raw) -> None:
        for part in r.walk_raw(raw):
            if isinstance(part, r.Member) and not is_module(part.of):
                self.owners.setdefault(part.name, set()).add(owner_of(part.of))

    def _note_lambda(self, routine: Routine) -> None:
        """A function whose body is one returned value can be put in where it is called."""
        found = [one for item in routine.body for one in self._of(item)]
        docs = [i for i in routine.body if not isinstance(i, Line)]
        if len(found) != 1 or docs:
            return
        (only,) = found
        named = [t.text for t in only.targets if isinstance(t, r.Name)]
        result = only.returned or (named and named == list(routine.results))
        if result and only.value is not None and only.mark == "=":
            if not isinstance(only.value, (r.Listing, r.Rows)) and routine.parameters:
                self.lambdas[routine.name] = r.Lambda(routine.parameters, only.value, only.place)

    def _of(self, item: Item) -> list[Assignment]:
        return self.parsed.get(id(item), [])

    # routines ---------------------------------------------------------------------------------

    def routine(self, routine: Routine) -> CodeRoutine:
        """A function's statements and results."""
        meaning = Meaning(
            self.language,
            assigned=set(self._assigned(routine.body)),
            owners=self.owners,
            elementwise=self.language.name == "python" and "sympy" not in self.text,
            lambdas=dict(self.lambdas),
            shapes=self.shapes,
        )
        assigner = Assigner(self.text, meaning, routine.name, self.refused)
        self._body(routine.body, assigner)
        results = routine.results or tuple(assigner.results)
        if self.language.name == "c":
            written = [p for p in routine.parameters if p in meaning.assigned]
            results = (*written, *results)
        return CodeRoutine(
            routine.name, routine.parameters, results, tuple(assigner.found), routine.line
        )

    def _assigned(self, items: Iterable[Item]) -> Iterator[str]:
        """The names that are assigned; a member that is taken under its own name is none."""
        for item in items:
            if isinstance(item, Line):
                for one in self._of(item):
                    same = one.value.name if isinstance(one.value, r.Member) else ""
                    for target in one.targets:
                        for name in target_names(target):
                            if name != same:
                                yield name
            elif not isinstance(item, Routine):
                yield from self._assigned(item.body)

    def _body(self, items: Iterable[Item], assigner: Assigner) -> None:
        for item in items:
            if isinstance(item, Line):
                for one in self._of(item):
                    self.unrolled += bool(assigner.meaning.turns)
                    assigner.assign(one)
            elif isinstance(item, Branch):
                self._forget(item.body, assigner, CONDITION)
            elif isinstance(item, Loop):
                self._loop(item, assigner)

    def _loop(self, loop: Loop, assigner: Assigner) -> None:
        meaning = assigner.meaning
        try:
            name, turns = turns_of(loop.head, meaning)
            if self.unrolled + len(turns) * max(1, len(loop.body)) > UNROLLED:
                place = loop.head[0].place
                raise UnreadError(f"loops of more than {UNROLLED:,} statements", place)
        except UnreadError as error:
            self._forget(loop.body, assigner, str(error))
            return
        before, outer = meaning.whole.get(name), name in meaning.turns
        for turn in turns:
            if self.unrolled > UNROLLED:
                self._forget(loop.body, assigner, f"loops of more than {UNROLLED:,} statements")
                break
            self.unrolled += 1
            meaning.whole[name] = turn
            meaning.turns.add(name)
            self._body(loop.body, assigner)
        meaning.whole.pop(name, None)
        if outer and before is not None:
            meaning.whole[name] = before
        else:
            meaning.turns.discard(name)

    def _forget(self, items: Iterable[Item], assigner: Assigner, reason: str) -> None:
        """List what cannot be followed, and forget what it assigns."""
        for item in items:
            if isinstance(item, Line):
                for one in self._of(item):
                    assigner.refuse(one, reason)
            elif isinstance(item, Loop):
                name = counter_of(item.head)
                self._forget(item.body, assigner, reason)
                assigner.meaning.whole.pop(name, None)
            elif isinstance(item, Branch):
                self._forget(item.body, assigner, reason)


def target_names(target: r.Raw) -> Iterator[str]:
    """The names that a target assigns to, whole or by an entry."""
    match target:
        case r.Name(text=text):
            yield text
        case r.Apply(of=of) | r.Unary(of=of):
            yield from target_names(of)
        case r.Listing(items=items):
            for item in items:
                yield from target_names(item)
        case r.Rows(rows=rows):
            for row in rows:
                for item in row:
                    yield from target_names(item)
        case _:
            return


def read_program(text: str, language: str, first_line: int = 1) -> CodeText:
    """A program's routines and what could not be read; the script around them comes first."""
    known = find_language(language)
    if not isinstance(text, str):
        raise TextError("expected a text")
    items = BLOCKS[known.name](tokens_of(text, known, first_line))
    reader = _Reader(text, known)
    reader.prepare(items)
    script = Routine("", (), (), first_line, items)
    found = [reader.routine(routine) for routine in (script, *_routines(items))]
    kept = tuple(one for one in found if one.statements or one.name)
    return CodeText(kept, tuple(reader.refused), known.name)


def _routines(items: Iterable[Item]) -> Iterator[Routine]:
    for item in items:
        if isinstance(item, Routine):
            yield item
        if not isinstance(item, Line):
            yield from _routines(item.body)


def read_code(
    text: str, language: str, first_line: int = 1
) -> tuple[list[Statement], list[Unreadable]]:
    """All assignments of a text in "matlab", "python" or "c", in order; nothing is executed."""
    program = read_program(text, language, first_line)
    statements = [one for routine in program.routines for one in routine.statements]
    return statements, list(program.unreadable)
