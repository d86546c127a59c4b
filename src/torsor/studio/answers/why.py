"""``why``: where a term comes from."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.algebra.expression import Expression
from torsor.algebra.terms import Term
from torsor.document.printing.mathml import MathmlPrinter
from torsor.document.printing.printer import Printer
from torsor.document.printing.text import TextPrinter
from torsor.equations.documents import Style, Writer
from torsor.equations.printed_terms import why
from torsor.mechanics.effects import MEANINGS
from torsor.mechanics.trace import Origin
from torsor.mechanics.trace import Station as Traced
from torsor.notation.glyph import Glyph, component_of
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.equations import OriginRow, Station, WhyAnswer, WhyQuestion
from torsor.studio.reading import notation_for

MOST = 10
OUTWARD = ("a_C", "F", "N")
INWARD = ("f", "n")


def answer_why(asked: WhyQuestion, kept: Kept) -> WhyAnswer:
    """The terms that contain what was asked, each with its way."""
    model = kept.model(asked["robot"])
    hand = notation_for(model.robot, asked.get("notation"))
    with about("term"):
        found = why(model, asked["equation"], asked["term"], hand.name)
    teller = _Teller(Writer(model, Style(hand)))
    return {
        "equation": str(found.target),
        "asked": found.asked,
        "count": found.count,
        "total": found.total,
        "origins": [teller.origin(one, str(found.target)) for one in found.origins[:MOST]],
    }


class _Teller:
    """Writes origins in one notation."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.notation = writer.style.notation
        self.mathml = MathmlPrinter(self.notation.product)
        self.texts = TextPrinter(self.notation.product, self.notation.ascii)

    def origin(self, origin: Origin, target: str) -> OriginRow:
        """Terms that came one way."""
        stations = [s for s in origin.stations if s.step in (*OUTWARD, "tool force", "tool moment")]
        inward = [s for s in origin.stations if s.step in INWARD]
        direct = origin.drive or self.writer.model.robot.bodies
        return {
            "mathml": self._terms(self.mathml, origin.terms),
            "text": self._terms(self.texts, origin.terms),
            "effect": origin.effect,
            "says": MEANINGS[origin.drive or origin.effect],
            "link": origin.link,
            "by": [
                self.mathml.glyph(self.writer.speller.glyph(name)) for name in origin.brought_by
            ],
            "outward": [self._station(s) for s in stations],
            "inward": [self._station(s) for s in inward],
            "arrives": None if direct else self._arrives(target, origin.arrived),
        }

    def _arrives(self, target: str, arrived: Expression) -> Station:
        return self._equation("tau", 0, self._target(target), arrived)

    def _terms(self, printer: Printer, terms: Sequence[Term]) -> str:
        return self._sum(printer, self.writer.model.ring.from_term_list(terms))

    def _sum(self, printer: Printer, expression: Expression) -> str:
        (tree,), _ = self.writer.trees([expression])
        return printer.sum(self.writer.speller.pieces(tree))

    def _target(self, target: str) -> Glyph:
        name, _, index = target.partition("[")
        if not index:
            return self.writer.speller.glyph(target)
        return self.notation.step(name, index.rstrip("]").replace(",", ""))

    def _station(self, station: Traced) -> Station:
        if not station.link:
            left = Glyph("f" if station.step == "tool force" else "n", station.component)
        else:
            left = component_of(self.notation.step(station.step, station.link), station.component)
        return self._equation(station.step, station.link, left, station.part)

    def _equation(self, step: str, link: int, left: Glyph, right: Expression) -> Station:
        said = f"{self.texts.glyph(left)} = {self._sum(self.texts, right)}"
        return {
            "step": step,
            "link": link,
            "left": self.mathml.glyph(left),
            "right": self._sum(self.mathml, right),
            "text": said,
        }
