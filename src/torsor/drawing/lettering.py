"""Names and lengths as lettering: runs of italic and upright text with scripts, and their size."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from torsor.algebra.formula import Formula
from torsor.drawing.shapes import Span
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation

SMALL = 0.7
"""The size of a script, as a part of the size of the line."""

DROP, RISE = 0.28, 0.42
DOTS = {1: "\u0307", 2: "\u0308"}
ACCENTS = {"hat": "\u0302", "bar": "\u0304"}
NARROW = "fijltrI.,:;'|!()[]{}/- "
WIDE = "mwMWQODGHKNUXAωΩ—"


def glyph_spans(glyph: Glyph, level: int = 0) -> tuple[Span, ...]:
    """A glyph as runs of text."""
    spans: list[Span] = []
    if glyph.pre:
        spans.append(Span(glyph.pre, level=1))
    marks = ACCENTS.get(glyph.accent, "") + DOTS.get(glyph.dots, "")
    base = glyph.base + marks
    spans.append(Span(base, italic=glyph.base.isalpha(), level=level))
    for script, where in ((glyph.sub, -1), (glyph.sup, 1)):
        if isinstance(script, Glyph):
            spans += [Span(s.text, s.italic, where) for s in glyph_spans(script, where)]
        elif script:
            spans.append(Span(script, italic=script.isalpha(), level=where))
    return tuple(spans)


def plain_spans(text: str, italic: bool = False) -> tuple[Span, ...]:
    """A text as it is."""
    return (Span(text, italic),)


def indexed_spans(letter: str, index: int | str) -> tuple[Span, ...]:
    """x₃."""
    return (Span(letter, True), Span(str(index), False, -1))


def formula_spans(
    formula: Formula, notation: Notation, slides: frozenset[str] = frozenset()
) -> tuple[Span, ...]:
    """A formula as it would be written on a drawing, in the glyphs of a notation."""

    def write(f: Formula, level: int) -> list[Span]:
        if f.head == "number":
            return [Span(number_text(f.parts[0]))]
        if f.head == "name":
            return list(glyph_spans(notation.glyph(f.parts[0], slide=f.parts[0] in slides)))
        if f.head == "call":
            if f.parts[0] == "sqrt":
                return [Span("√"), *write(f.parts[1], 2)]
            return [Span(f"{f.parts[0]} "), *write(f.parts[1], 2)]
        if f.head == "power":
            return [*write(f.parts[0], 2), Span(str(f.parts[1]).replace("-", "−"), level=1)]
        spans: list[Span] = []
        if f.head == "sum":
            for i, part in enumerate(f.parts):
                written = write(part, 1)
                minus = written[0].text.startswith("−")
                if minus:
                    written[0] = Span(written[0].text[1:], written[0].italic)
                sign = "−" if minus else "+"
                if i:
                    spans.append(Span(f" {sign} "))
                elif minus:
                    spans.append(Span("−"))
                spans += [s for s in written if s.text]
            return [Span("("), *spans, Span(")")] if level else spans
        front = f.parts[0].constant
        below = ""
        for part in f.parts[1:] if front is not None else f.parts:
            spans += write(part, 2)
        if front is not None:
            if front.denominator in (2, 3, 4):
                front, below = Fraction(front.numerator), f"/{front.denominator}"
            text = {1: "", -1: "−"}.get(front, number_text(front))
            spans = [Span(text)] * bool(text) + spans + [Span(below)] * bool(below)
        return spans

    return tuple(write(formula, 0))


def number_text(value: Fraction) -> str:
    """A number for a drawing: four digits are enough, and a third is no decimal."""
    text = str(value) if value.denominator == 3 else f"{float(value):.4g}"
    return text.replace("-", "−")


def width(spans: Sequence[Span], size: float) -> float:
    """How wide the text is, on the wide side: fonts differ."""
    total = 0.0
    for span in spans:
        scale = size * (SMALL if span.level else 1.0)
        for ch in span.text:
            if "\u0300" <= ch <= "\u036f":
                continue
            total += scale * (0.36 if ch in NARROW else 0.86 if ch in WIDE else 0.56)
    return total


def extent(spans: Sequence[Span], size: float) -> tuple[float, float]:
    """How far the text reaches above and below its line."""
    up = 0.74 * size
    down = 0.22 * size if any(set(s.text) & set("gjpqy(){}[],;") for s in spans) else 0.06 * size
    if any(s.level < 0 for s in spans):
        down = max(down, DROP * size + 0.1 * size)
    if any(s.level > 0 for s in spans):
        up = RISE * size + SMALL * 0.74 * size
    return up, down
