"""What all readers share: the symbols and the text, and what there is to report of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.runs import flatten
from torsor.referee.reading.latex.tree import Block, Factor, Item, Mark
from torsor.referee.reading.matrices import PrintedMatrix, Value
from torsor.referee.reading.symbols import SymbolTable
from torsor.referee.reading.terms import Budget, Reading, Sum, likeliest

STRANGE = 300
"""An equation with more unknown symbols than this is refused."""

HIGHEST = 64
"""Higher powers than this are not read."""


@dataclass
class Reader:
    """Reads one text with one notation; how values and products are read, its kinds tell."""

    symbols: SymbolTable
    text: str
    abbreviations: Mapping[str, Value] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    excerpt: bool = False
    """Whether terms may be left out behind an ellipsis."""
    findings: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    """What was overlooked wherever it stands; beside it readings have doubts of their own."""
    unknown: dict[str, Mark] = field(default_factory=dict)
    """The marks that stand for nothing in the model, by the names they were given."""
    sums: dict[int, tuple[Block, Sum]] = field(default_factory=dict)
    """Blocks that were read, by identity: each once, however many readings stand around it."""

    def value(self, run: Sequence[Item | None]) -> Value:
        """What a run of items is: a sum of terms, or a matrix of such sums."""
        raise NotImplementedError

    def product(self, factors: Sequence[Factor]) -> list[list[Reading]]:
        """Each factor as a sum of readings; their product is the term."""
        raise NotImplementedError

    def terms(self, run: Sequence[Item | None]) -> Sum:
        """The terms of a printed sum of numbers; ``None`` stands where a line or cell ends."""
        value = self.value(run)
        if isinstance(value, PrintedMatrix):
            raise UnreadError("a table where a number is expected", value.place)
        return value

    def inside(self, block: Block) -> Sum:
        """The sum in parentheses or braces."""
        if id(block) not in self.sums:
            self.sums[id(block)] = block, self.terms(flatten(block))
        return self.sums[id(block)][1]

    def readings_in(self, block: Block) -> list[Reading]:
        """The sum in parentheses or braces as a factor."""
        return likeliest(self.inside(block))

    def printed(self, place: Place) -> str:
        """What is printed at a place."""
        return self.text[place.start : place.end]

    def between(self, before: Item, after: Item) -> str:
        """What is printed between two items."""
        return self.text[before.place.end : after.place.start]

    def show(self, mark: Mark) -> str:
        """A mark as it is printed."""
        return self.printed(mark.place).strip() or mark.base

    def note(self, place: Place, text: str) -> None:
        """Report something with its place."""
        self.findings.append(f"{place}: {text}")

    def abbreviation(self, mark: Mark) -> Value | None:
        """What a mark abbreviates in the paper; its superscript is left to the caller."""
        if mark.dots or mark.accent or mark.pre or self.symbols.read(mark):
            return None
        return self.abbreviations.get(mark.base + mark.sub)

    def name_unknown(self, mark: Mark) -> str:
        """A name for a mark that stands for nothing known: one for each print."""
        text = f"{mark.pre}|{mark.base}|{mark.dots}|{mark.accent}|{mark.sub}|{mark.sup}"
        plain = (ch if ch.isascii() and ch.isalnum() else f"_{ord(ch):x}_" for ch in text)
        name = "unknown_" + "".join(plain)
        if name not in self.unknown:
            if len(self.unknown) == STRANGE:
                raise UnreadError(
                    f"more than {STRANGE} symbols that the model does not have; another robot or "
                    "notation?",
                    mark.place,
                )
            self.unknown[name] = mark
            self.note(mark.place, f"{self.show(mark)} is no symbol of the model")
        return name


def read_exponent(script: str, place: Place, what: str, signs: bool = False) -> int:
    """A superscript as a whole exponent; anything else that stands there is not read."""
    if not script:
        return 1
    digits = script[1:] if signs and script[0] in "+-" else script
    plain = digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0")
    if not plain or len(digits) > 3 or int(digits) > HIGHEST:
        raise UnreadError(f"the superscript {script[:20]} on {what} cannot be read", place)
    return int(script)
