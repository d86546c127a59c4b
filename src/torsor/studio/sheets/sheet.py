"""A form of a model as the page reads it: sections, equations, blocks; nothing spelled yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from torsor.algebra.expression import Expression
from torsor.document.printing.layout import Line, break_lines
from torsor.document.printing.text import TextPrinter
from torsor.document.printing.width import PageRuler
from torsor.equations.documents import Statement, Writer
from torsor.equations.sections import STATEMENTS
from torsor.equations.tree import Key, Sum, flat, terms_of
from torsor.model import Model
from torsor.notation.glyph import Glyph, component_of
from torsor.studio.protocol.description import Effect, Form
from torsor.studio.sheets.parts import SHARES, Sorter, sorter_of
from torsor.studio.sheets.splitting import Powers
from torsor.studio.sheets.terms import PrintedTerm, monomials, printed_terms

SHORT = 40
"""Terms up to which an equation is one block."""

TRACED = ("tau", "M", "C", "g")
TOLD = ("tau", "matrices")
"""The forms whose terms have an effect; base parameters' driving forces have one too."""


@dataclass
class Block:
    """Terms of an equation that are laid out together."""

    id: str
    effect: Effect | None
    motion: Powers
    source: Expression | Sum
    first: bool
    """Whether the equation begins with it."""
    exact: bool
    writer: Writer
    gone: int = 0

    def __len__(self) -> int:
        return len(self.source.parts) if isinstance(self.source, Sum) else len(self.source)

    @cached_property
    def tree(self) -> Sum:
        """Its terms in the order in which they are printed."""
        if isinstance(self.source, Sum):
            return self.source
        return flat(terms_of(self.source), self.writer.roles)

    @cached_property
    def terms(self) -> list[PrintedTerm]:
        """Its terms, spelled."""
        return printed_terms(self.tree, self.writer.speller, self.exact, self.first)

    def lines(self, room: float) -> list[Line]:
        """Its terms over lines of so many ems."""
        if self._laid is None or self._laid[0] != room:
            hand = self.writer.style.notation
            ruler = PageRuler(hand.product, hand.ascii)
            pieces = [term.piece for term in self.terms]
            self._laid = (room, break_lines(pieces, ruler, room, 0))
        return self._laid[1]

    _laid: tuple[float, list[Line]] | None = field(default=None, repr=False)


@dataclass
class Equation:
    """An equation: its left-hand side, what all is in it, and its blocks."""

    id: str
    left: Glyph
    text: str
    sorter: Sorter | None
    blocks: list[Block]
    effects: dict[Effect, int]
    traceable: bool
    kept: frozenset[Key] | None
    """The terms that it has under other hypotheses too; nothing where none are asked about."""

    @property
    def terms(self) -> int:
        """How many terms it has."""
        return sum(map(len, self.blocks))

    @property
    def gone(self) -> int:
        """How many of them other hypotheses take away."""
        return sum(block.gone for block in self.blocks)

    def block(self, wanted: str) -> Block | None:
        """The block of this name."""
        return next((block for block in self.blocks if block.id == wanted), None)


@dataclass
class Sheet:
    """A form of a model in a style."""

    model: Model
    form: Form
    writer: Writer
    sections: dict[str, list[Equation]]

    @cached_property
    def by_id(self) -> dict[str, Equation]:
        """The equations by their names."""
        return {e.id: e for equations in self.sections.values() for e in equations}


def lay_out(model: Model, form: Form, writer: Writer, against: Model | None = None) -> Sheet:
    """The sheet of a form; ``against`` is the model under other hypotheses."""
    stated = STATEMENTS[form](writer)
    others: dict[str, Expression] = {}
    if against is not None and not (writer.style.shorter or writer.style.intermediates):
        other = Writer(against, writer.style)
        texts = TextPrinter(ascii=False)
        for title, group in STATEMENTS[form](other).items():
            for left, name, value in scalars(group):
                others[f"{title}/{name or texts.glyph(left)}"] = value
    maker = _Maker(model, form, writer, others if against is not None else None)
    sections = {title: maker.equations(title, group) for title, group in stated.items()}
    if definitions := maker.definitions:
        sections = {"Intermediates": definitions, **sections}
    return Sheet(model, form, writer, sections)


def scalars(group: object) -> Iterator[tuple[Glyph, str, Expression]]:
    """The equations of a section, a vector's components each by itself."""
    statements: list[Statement] = list(group)  # type: ignore[call-overload]
    for said in statements:
        if isinstance(said.value, Expression):
            yield said.left, said.target, said.value
            continue
        for axis, value in zip("xyz", said.value, strict=True):
            name = f"{said.target}.{axis}" if said.target else ""
            yield component_of(said.left, axis), name, value


class _Maker:
    """Makes the equations of one sheet."""

    def __init__(
        self, model: Model, form: Form, writer: Writer, others: Mapping[str, Expression] | None
    ) -> None:
        self.model, self.form, self.writer, self.others = model, form, writer, others
        self.sorter = sorter_of(model)
        self.texts = TextPrinter(ascii=False)
        self.names: Counter[str] = Counter()
        self.trees: dict[int, Sum] = {}
        style = writer.style
        self.plain = not (style.shorter or style.collect or style.intermediates)
        self.exact = not (style.shorter or style.intermediates)
        self.definitions: list[Equation] = []

    def equations(self, title: str, group: object) -> list[Equation]:
        """The equations of a section."""
        said = list(scalars(group))
        if not self.plain:
            trees, named = self.writer.trees([value for _, _, value in said])
            for name, tree in named.items():
                glyph = self.writer.speller.glyph(name)
                self.definitions.append(self._of_tree(name, glyph, None, tree, title))
            return [
                self._of_tree(target, left, value, tree, title)
                for (left, target, value), tree in zip(said, trees, strict=True)
            ]
        return [self._plain(target, left, value, title) for left, target, value in said]

    def _sorter(self, target: str, title: str) -> Sorter | None:
        base = self.form == "base" and title.startswith("Driving")
        if self.form not in TOLD and not base:
            return None
        column = target.partition(",")[2].rstrip("]") if target.startswith("C[") else ""
        multiplier = f"dq{column}" if column else ""
        return replace(self.sorter, fixed=SHARES.get(title), multiplier=multiplier)

    def _plain(self, target: str, left: Glyph, value: Expression, title: str) -> Equation:
        """An equation in normal form: cut into parts before any term of it is read."""
        sorter = self._sorter(target, title)
        if sorter is None:
            blocks = [self._block("all", None, (), value, True)]
            return self._equation(target, left, title, sorter, blocks, {})
        parts = sorter.parts(value)
        effects: Counter[Effect] = Counter()
        for part in parts:
            effects[part.effect] += len(part.expression)
        if len(value) <= SHORT:
            same = next(iter(effects)) if len(effects) == 1 else None
            motion = parts[0].motion if len(parts) == 1 else ()
            blocks = [self._block("all", same, motion, value, True)]
        else:
            blocks = [
                self._block(_name(p.effect, p.motion), p.effect, p.motion, p.expression, k == 0)
                for k, p in enumerate(parts)
            ]
        return self._equation(target, left, title, sorter, blocks, dict(effects))

    def _of_tree(
        self, target: str, left: Glyph, value: Expression | None, tree: Sum, title: str
    ) -> Equation:
        """An equation in another form, a block for each effect and motion where it is long."""
        sorter = self._sorter(target, title) if value is not None else None
        effects: Counter[Effect] = Counter()
        if sorter is not None and value is not None:
            for part in sorter.parts(value):
                effects[part.effect] += len(part.expression)
        blocks = [self._block("all", next(iter(effects)) if len(effects) == 1 else None,
                              (), tree, True)]  # fmt: skip
        return self._equation(target, left, title, sorter, blocks, dict(effects))

    def _block(
        self,
        name: str,
        effect: Effect | None,
        motion: Powers,
        source: Expression | Sum,
        first: bool,
    ) -> Block:
        return Block(name, effect, motion, source, first, self.exact, self.writer)

    def _equation(
        self, target: str, left: Glyph, title: str, sorter: Sorter | None, blocks: list[Block],
        effects: dict[Effect, int],
    ) -> Equation:  # fmt: skip
        text = self.texts.glyph(left)
        name = target or text
        self.names[name] += 1
        unique = name if self.names[name] == 1 else f"{name}~{self.names[name]}"
        traceable = target.partition("[")[0] in TRACED and self.form in TOLD
        kept = None
        if self.others is not None and self.exact:
            other = self.others.get(f"{title}/{target or text}")
            kept = frozenset() if other is None else monomials(other)
            for block in blocks:
                block.gone = _missing(block, kept)
        return Equation(unique, left, text, sorter, blocks, effects, traceable, kept)


def _missing(block: Block, kept: frozenset[Key]) -> int:
    if isinstance(block.source, Expression):
        return len(monomials(block.source) - kept)
    return sum(term.powers is not None and term.powers not in kept for term in block.terms)


def _name(effect: Effect, motion: Powers) -> str:
    return ".".join([effect, *(f"{n}^{e}" if e > 1 else n for n, e in motion)])
