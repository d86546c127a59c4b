"""Subscripts and superscripts as plain text."""

from __future__ import annotations

from torsor.referee.reading.latex.places import Place, UnreadError

Script = tuple[str, str, Place]
"""sub or sup, its text and its place."""

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₓ", "0123456789+-ijknx")


def merge_scripts(scripts: list[Script]) -> tuple[str, str]:
    """Subscript and superscript; a second one of a kind, which TeX refuses too, has no meaning."""
    texts = {"sup": "", "sub": ""}
    for kind, text, place in scripts:
        if texts[kind].strip("'") and text != "'":
            raise UnreadError(f"a second {'super' if kind == 'sup' else 'sub'}script", place)
        texts[kind] += text
    return texts["sub"], texts["sup"]


def merge(inner: str, outer: str) -> str:
    """Scripts under and outside an accent; where there are both they stay apart."""
    return f"{inner}|{outer}" if inner and outer else inner + outer


def single_digit(digits: str, place: Place) -> str:
    """What stands behind ^, _ or a command without braces: TeX takes one digit of a number."""
    if len(digits) > 1:
        shown = digits[:20]
        raise UnreadError(
            f"of {shown} only the first digit is printed there without braces; is {{{shown}}} "
            "meant?",
            place,
        )
    return digits
