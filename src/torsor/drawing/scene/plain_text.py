"""Lettering as one line of Unicode, for labels that know no scripts: q₁, θ₂₃."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.drawing.shapes import Span

BELOW = str.maketrans("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
ABOVE = str.maketrans("0123456789+-=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ")


def plain_text(spans: Sequence[Span]) -> str:
    """Runs of text, scripts as Unicode has them; ``_`` and ``^`` before those that it has not."""
    return "".join(_script(span) for span in spans)


def _script(span: Span) -> str:
    if not span.level or not span.text:
        return span.text
    table, mark = (BELOW, "_") if span.level < 0 else (ABOVE, "^")
    known = all(ord(ch) in table or ch in ", *'" for ch in span.text)
    return span.text.translate(table) if known else mark + span.text
