"""Expressions of a model into numbered displays, within the pages set aside for one form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from torsor.algebra.scalars.ring import RingScalars
from torsor.document.blocks import Block, Code, Display, Paragraph, Part, Text
from torsor.document.printing.layout import break_lines, group_starts
from torsor.document.printing.tokens import Pieces, Word
from torsor.document.printing.width import EQUALS, PageRuler
from torsor.document.writers.writer import ROOM
from torsor.equations.documents import Style
from torsor.equations.tree import Sum
from torsor.mechanics.payload import tool_wrench
from torsor.model import Model
from torsor.notation.glyph import Glyph, component_of
from torsor.notation.notation import Notation
from torsor.reporting.decimal_trees import scale_intermediates
from torsor.reporting.renaming import joined
from torsor.reporting.report_writer import GroupingWriter, ReportWriter
from torsor.reporting.sections.recursion import Recursion, recursion

PER_PAGE = 40
"""Lines of mathematics on a page."""

SHORT = 60
"""Terms up to which the wrench of the load stands in the recursion itself."""

GROUP = 20.0
"""Ems of a group of terms that has lines of its own."""

NONE: frozenset[int] = frozenset()

NAMED = 4000
"""Forms with more terms than this are not searched for repeated sums: it takes too long."""


@dataclass(frozen=True)
class Numbers:
    """Numbers that were put in the place of symbols, and where they are from."""

    put: frozenset[str] = frozenset()
    """The symbols that they stand for."""
    published: bool = False
    """Whether those that come with the robot are among them."""
    given: bool = False
    """Whether there are others, that the reader gave."""


NO_NUMBERS = Numbers()


@dataclass(frozen=True)
class Item:
    """A left-hand side, what it is equal to, and the family by which its symbol is explained."""

    left: Glyph
    value: Any
    family: tuple[Any, ...]


class Composer:
    """One report in the making: its writer, its equations' numbers, its symbols."""

    def __init__(
        self,
        model: Model,
        notation: Notation,
        shorter: tuple[str, ...],
        pages: int,
        spec: str,
        hand: str = "",
        numbers: Numbers = NO_NUMBERS,
    ) -> None:
        self.model = model
        self.notation = notation
        self.pages = pages
        self.spec = spec
        self.hand = hand
        self.style = Style(notation, shorter)
        self.numbers = numbers
        self.writer = ReportWriter(model, self.style, bool(numbers.put))
        self.ruler = PageRuler(notation.product, notation.ascii)
        self.symbols: dict[tuple[Any, ...], dict[Glyph, None]] = {}
        self.definitions: list[tuple[Glyph, Pieces]] = []
        self.known: dict[Sum, str] = {}
        self.count = 0

    # symbols ------------------------------------------------------------------------------------

    def uses(self, glyph: Glyph, *family: Any) -> Glyph:
        """Remember that a symbol is used, and the family that explains it."""
        self.symbols.setdefault(family, {})[glyph] = None
        return glyph

    def step(self, quantity: str, link: int | str) -> Glyph:
        """The symbol of a step at a link."""
        return self.uses(self.notation.step(quantity, link), "step", quantity)

    @cached_property
    def recursion(self) -> Recursion:
        """Each step from the steps before it; a load that is long has symbols of its own."""
        model = self.model
        load = tool_wrench(model.robot, model.chain, RingScalars(model.ring))
        terms = sum(len(model.ring.coerce(e)) for e in (*load.f, *load.n))
        return recursion(model, load, whole=terms <= SHORT)

    # displays -----------------------------------------------------------------------------------

    def number(self) -> int:
        """The next equation's number."""
        self.count += 1
        return self.count

    def pieces(self, values: Sequence[Any], grouped: bool = False) -> list[Pieces]:
        """The pieces of some expressions, maybe in groups of what they are multiplied by."""
        ring = self.model.ring
        writer = GroupingWriter(self.writer) if grouped else self.writer
        trees, _ = writer.trees([ring.coerce(value) for value in values])
        return [writer.spelled(tree) for tree in trees]

    def words(self, *parts: tuple[tuple[Word, ...], Sequence[Word]]) -> Display:
        """Relations in words, side by side."""
        return Display(self.number(), tuple(Part(left, words=tuple(w)) for left, w in parts))

    def lines(self, part: Part) -> int:
        """How many lines of the page an equality takes."""
        room = ROOM - self.ruler.width_of_words(part.left) - EQUALS - 1
        broken: Sequence[object] = ()
        if part.pieces:
            broken = break_lines(part.pieces, self.ruler, room, -1, part.starts)
        return max(len(broken), len(part.entries), 1)

    def sum(self, item: Item) -> Display:
        """One equation, whatever its length."""
        self.uses(item.left, *item.family)
        (pieces,) = self.pieces([item.value])
        return Display(self.number(), (Part((item.left,), pieces),))

    def vector(self, item: Item) -> list[Display]:
        """A vector as a row, as a column, or by its components, as it fits."""
        rows = self.pieces(list(item.value))
        glyph = self.uses(item.left, *item.family)
        widths = [self.ruler.sum(pieces) for pieces in rows]
        used = self.ruler.width_of_words((glyph,)) + EQUALS + 2
        if used + sum(widths) + 1.1 * (len(rows) - 1) <= ROOM:
            return [
                Display(self.number(), (Part((glyph,), entries=(tuple(rows),), transposed=True),))
            ]
        if used + max(widths) <= ROOM:
            return [Display(self.number(), (Part((glyph,), entries=tuple((r,) for r in rows)),))]
        found: list[Display] = []
        zeros: list[Glyph] = []
        for axis, pieces, value in zip("xyz", rows, item.value, strict=True):
            component = self.uses(component_of(glyph, axis), *item.family)
            if not value:
                zeros.append(component)
                continue
            found += [*self.zeros(zeros), Display(self.number(), (Part((component,), pieces),))]
            zeros.clear()
        return found + self.zeros(zeros)

    def vectors(self, items: Sequence[Item]) -> list[Display]:
        """Vectors one by one, in their order; neighbours that are zero stand together."""
        found: list[Display] = []
        zeros: list[Glyph] = []
        for item in items:
            if any(item.value):
                found += [*self.zeros(zeros), *self.vector(item)]
                zeros.clear()
            else:
                zeros.append(self.uses(item.left, *item.family))
        return found + self.zeros(zeros)

    def matrix(self, item: Item) -> Part | None:
        """A matrix, where it fits on the page."""
        rows = [tuple(self.pieces(list(row))) for row in item.value]
        widths = [max(self.ruler.sum(row[j]) for row in rows) for j in range(len(rows[0]))]
        used = self.ruler.width_of_words((item.left,)) + EQUALS + 2
        if used + sum(widths) + 1.1 * (len(widths) - 1) > ROOM:
            return None
        return Part((self.uses(item.left, *item.family),), entries=tuple(rows))

    def zeros(self, lefts: Sequence[Glyph], per_line: int = 8) -> list[Display]:
        """Entries that are zero, several to a line."""
        found = []
        for start in range(0, len(lefts), per_line):
            first, *others = lefts[start : start + per_line]
            words = [word for glyph in others for word in (glyph, "=")]
            found.append(self.words(((first,), (*words, "0"))))
        return found

    # forms --------------------------------------------------------------------------------------

    @property
    def measured(self) -> bool:
        """Whether numbers of a specimen stand among the symbols."""
        return self.writer.speller.measured

    @property
    def command(self) -> str:
        """The robot and its numbers, as a command of the terminal names them."""
        words = [self.spec, *(["--published"] if self.numbers.published else [])]
        words += ["--values", "FILE"] * self.numbers.given
        return " ".join(words)

    @property
    def most_lines(self) -> int:
        """Lines that one form may take."""
        return self.pages * PER_PAGE

    def sums(
        self,
        items: Sequence[Item],
        what: str,
        form: str,
        share: int = 1,
        grouped: bool = False,
    ) -> list[Block]:
        """Equations of one form: closed, or with named intermediates, or told of in a sentence.

        ``share`` is how many times the pages of one form it may take in closed form; terms may
        stand in groups of the accelerations and velocities that they are multiplied by.
        """
        most = share * self.most_lines
        kept = [item for item in items if item.value]
        terms = sum(len(self.model.ring.coerce(item.value)) for item in kept)
        zeros = [self.uses(item.left, *item.family) for item in items if not item.value]
        if terms <= most * 8:
            pieces = self.pieces([item.value for item in kept], grouped)
            parts = [
                Part((i.left,), p, starts=group_starts(p, self.ruler, GROUP) if grouped else NONE)
                for i, p in zip(kept, pieces, strict=True)
            ]
            if sum(map(self.lines, parts)) <= most:
                if len(items) <= len(self.model.tau):
                    return self._in_order(items, parts)
                return [*self._numbered(kept, parts), *self.zeros(zeros)]
        if terms <= NAMED:
            named = self._named(kept, most)
            if named is not None:
                told = f"Repeated sums of {what} are named; their definitions are in the appendix."
                return [Paragraph((told,), True), *named, *self.zeros(zeros)]
        return [
            self.too_long(what, [len(self.model.ring.coerce(i.value)) for i in kept], form, share)
        ]

    def _numbered(self, items: Sequence[Item], parts: Sequence[Part]) -> list[Block]:
        found: list[Block] = []
        for item, part in zip(items, parts, strict=True):
            self.uses(item.left, *item.family)
            found.append(Display(self.number(), (part,)))
        return found

    def _in_order(self, items: Sequence[Item], parts: Sequence[Part]) -> list[Block]:
        """A vector's entries one after another; neighbours that are zero stand together."""
        rest = iter(parts)
        found: list[Block] = []
        zeros: list[Glyph] = []
        for item in items:
            if item.value:
                found += [*self.zeros(zeros), *self._numbered([item], [next(rest)])]
                zeros.clear()
            else:
                zeros.append(item.left)
        return found + list(self.zeros(zeros))

    def _named(self, items: Sequence[Item], most: int) -> list[Block] | None:
        """Equations with σ in them, if these and their definitions fit."""
        style = replace(self.style, intermediates=True, depth=4, size=2)
        writer = ReportWriter(self.model, style, bool(self.numbers.put))
        ring = self.model.ring
        trees, defined = writer.trees([ring.coerce(item.value) for item in items])
        if self.measured:
            trees, defined = scale_intermediates(trees, defined)
        known = dict(self.known)
        trees, defined = joined(trees, defined, known)
        pieces = [writer.spelled(tree) for tree in trees]
        parts = [Part((i.left,), p) for i, p in zip(items, pieces, strict=True)]
        meaning = [(writer.speller.glyph(n), writer.spelled(tree)) for n, tree in defined.items()]
        own = [Part((glyph,), p) for glyph, p in meaning]
        if sum(map(self.lines, [*parts, *own])) > most:
            return None
        self.writer.atoms.update(writer.atoms)
        self.definitions += meaning
        self.known = known
        return self._numbered(items, parts)

    def too_long(self, what: str, counts: Sequence[int], form: str, share: int = 1) -> Paragraph:
        """The sentence that stands for a form too long to print."""
        own = ", ".join(f"{n:,}" for n in counts)
        listed = f" ({own})" if 1 < len(counts) <= 8 else ""
        start = f"{what[:1].upper()}{what[1:]} would take more than {_pages(share * self.pages)}"
        told: Text = (
            f"{start}: {sum(counts):,} terms in normal form{listed}. They are written whole by ",
            Code(f"torsor derive {self.command} --form {form} --format latex -o {form}.tex"),
            ", and with named intermediates if ",
            Code("--intermediates"),
            " is added.",
        )
        return Paragraph(told)


def _pages(count: int) -> str:
    return "a page" if count == 1 else f"{count} pages"
