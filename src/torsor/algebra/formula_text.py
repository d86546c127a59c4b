"""A formula as text, with no more parentheses than its reader needs to find it again."""

from __future__ import annotations

from fractions import Fraction

from torsor.algebra.formula import Formula, power


def formula_text(f: Formula, level: int = 0) -> str:
    """Print with parentheses where the level (0 sum, 1 product, 2 power) asks for them."""
    if f.head == "number":
        text = f.word
        return f"({text})" if level >= (2 if "/" in text or text.startswith("-") else 9) else text
    if f.head == "name":
        return f.word
    if f.head == "call":
        return f"{f.word}({f.inner[0]})"
    if f.head == "power":
        base, exponent = f.inner[0], f.exponent
        if exponent < 0:
            return (
                f"(1/{formula_text(power(base, -exponent), 2)})"
                if level
                else formula_text(f, 1)[1:-1]
            )
        return f"{formula_text(base, 3)}^{exponent}" if level < 3 else f"({formula_text(f, 0)})"
    if f.head == "sum":
        text = formula_text(f.inner[0], 0)
        for part in f.inner[1:]:
            piece = formula_text(part, 1)
            text += f" - {piece[1:]}" if piece.startswith("-") else f" + {piece}"
    else:
        text = _product_text(f.inner)
        if level <= 1:
            return text
    return f"({text})" if level else text


def _product_text(parts: tuple[Formula, ...]) -> str:
    constant = parts[0].constant
    front, rest = (Fraction(1), parts) if constant is None else (constant, parts[1:])
    if len(rest) == 1 and rest[0].head == "name" and front.denominator == 1:
        if rest[0].word in ("deg", "rad"):
            return f"{front}{rest[0].word}"
    above = [formula_text(p, 2) for p in rest if p.exponent >= 0]
    below = [formula_text(power(p.inner[0], -p.exponent), 2) for p in rest if p.exponent < 0]
    if abs(front.numerator) != 1 or not above:
        above.insert(0, str(abs(front.numerator)))
    if front.denominator != 1:
        below.insert(0, str(front.denominator))
    return ("-" if front < 0 else "") + "*".join(above) + "".join(f"/{b}" for b in below)
