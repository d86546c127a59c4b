"""The grammar of text expressions and of elementary transform sequences (LALR, by lark)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, VisitError

from torsor.algebra import formula as f
from torsor.errors import TextError, shown

GRAMMAR = r"""
expression: _sum
sequence: element+
element: NAME "(" _sum ")"

_sum: sum | _product
sum: _signed (PLUS _product | MINUS _product)+
   | MINUS _product                          -> negative
   | PLUS _product                           -> positive
_signed: _product | leading
leading: MINUS _product | PLUS _product
_product: product | _power
product: _power (STAR _power | SLASH _power)+
_power: power | _atom
power: _atom ("^" | "**") exponent
exponent: INT | MINUS INT | "(" INT ")" | "(" MINUS INT ")"
_atom: number | name | call | "(" _sum ")"
call: NAME "(" _sum ")"
number: (INT | DECIMAL) UNIT?
name: NAME

PLUS: "+"
MINUS: "-"
STAR: "*"
SLASH: "/"
UNIT.2: /(deg|rad)\b/
NAME: /[A-Za-z][A-Za-z0-9_]*/
INT: /[0-9]+/
DECIMAL.2: /([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][+-]?[0-9]+)?/
%ignore /[ \t]+/
"""

EXPECTED = {
    "NAME": "a name",
    "INT": "a number",
    "DECIMAL": "a number",
    "UNIT": "a unit",
    "LPAR": "'('",
    "RPAR": "')'",
    "PLUS": "'+'",
    "MINUS": "'-'",
    "STAR": "'*'",
    "SLASH": "'/'",
    "CIRCUMFLEX": "'^'",
    "__ANON_0": "'**'",
    "$END": "the end",
}


Element = tuple[Token, f.Formula]
"""An elementary transform: its name, which knows its column, and its argument."""

Parts = list[Token | f.Formula]
"""What a rule of the grammar is made of: its marks and what was built of them before."""


def _formulas(parts: Sequence[object]) -> list[f.Formula]:
    return [part for part in parts if isinstance(part, f.Formula)]


class _Build(Transformer[Token, f.Formula]):
    """Formulas from the bottom up, while parsing, so that depth is bounded as it grows."""

    def expression(self, parts: list[f.Formula]) -> f.Formula:
        return parts[0]

    def sequence(self, parts: list[Element]) -> list[Element]:
        return parts

    def element(self, parts: tuple[Token, f.Formula]) -> Element:
        return parts[0], parts[1]

    def negative(self, parts: Parts) -> f.Formula:
        return -_formulas(parts)[0]

    def positive(self, parts: Parts) -> f.Formula:
        return _formulas(parts)[0]

    def leading(self, parts: Parts) -> f.Formula:
        (term,) = _formulas(parts)
        return -term if parts[0] == "-" else term

    def sum(self, parts: Parts) -> f.Formula:
        signs, (first, *terms) = parts[1::2], _formulas(parts)
        pairs = zip(signs, terms, strict=True)
        return f.total(first, *(-t if s == "-" else t for s, t in pairs))

    def product(self, parts: Parts) -> f.Formula:
        signs, (first, *factors) = parts[1::2], _formulas(parts)
        pairs = zip(signs, factors, strict=True)
        return f.product(first, *(f.power(x, -1) if s == "/" else x for s, x in pairs))

    def exponent(self, parts: list[Token]) -> int:
        text = "".join(parts)
        if len(text) > 4:
            raise TextError(f"the power {shown(text, 12)} is out of range (at most 64)")
        return int(text)

    def power(self, parts: tuple[f.Formula, int]) -> f.Formula:
        return f.power(parts[0], parts[1])

    def number(self, parts: list[Token]) -> f.Formula:
        text = str(parts[0])
        if len(text) > 400 or abs(int("0" + _exponent(text))) > 400:
            raise TextError(f"the number {shown(text, 16)} is out of range")
        value = f.number(Fraction(text))
        return value if len(parts) == 1 else f.product(value, f.name(str(parts[1])))

    def name(self, parts: list[Token]) -> f.Formula:
        text = str(parts[0])
        if text in f.FUNCTIONS:
            raise TextError(f"{text} is a function and needs an argument in parentheses")
        return f.name(_short(text))

    def call(self, parts: tuple[Token, f.Formula]) -> f.Formula:
        function = str(parts[0])
        if function not in f.FUNCTIONS:
            raise TextError(
                f"unknown function {shown(function)} (a product needs '*'; "
                f"the functions are {', '.join(f.FUNCTIONS)})"
            )
        return f.call(function, parts[1])


def _short(text: str) -> str:
    if len(text) > 40:
        raise TextError(f"the name {shown(text, 20)} is longer than 40 characters")
    return text


def _exponent(text: str) -> str:
    tail = text.lower().partition("e")[2].lstrip("+-")
    return tail[:6]


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(
        GRAMMAR, parser="lalr", start=["expression", "sequence"], transformer=_Build(),
        maybe_placeholders=False,
    )  # fmt: skip


def parse_expression(text: str) -> f.Formula:
    """Read a text as an expression."""
    read: f.Formula = _parse(text, "expression")
    return read


def parse_sequence(text: str) -> list[Element]:
    """Read a text as a sequence of elementary transforms."""
    read: list[Element] = _parse(text, "sequence")
    return read


def _parse(text: str, start: str) -> Any:
    if len(text) > f.LENGTH:
        raise TextError(f"a text of {len(text)} characters is refused (at most {f.LENGTH})")
    if not text.isascii():
        bad = next(i for i, ch in enumerate(text) if not ch.isascii())
        raise TextError(f"{shown(text[bad])} at column {bad + 1} of {shown(text)} is not ASCII")
    depth = deepest = 0
    for ch in text:
        depth += (ch == "(") - (ch == ")")
        deepest = max(deepest, depth)
    if deepest > f.DEPTH:
        raise TextError(f"{shown(text)} is nested more than {f.DEPTH} parentheses deep")
    try:
        return _parser().parse(text, start=start)
    except VisitError as error:
        if isinstance(error.orig_exc, TextError):
            raise TextError(f"{error.orig_exc}, in {shown(text)}") from None
        raise
    except TextError as error:
        raise TextError(f"{error}, in {shown(text)}") from None
    except UnexpectedInput as error:
        raise TextError(_sentence(text, error)) from None
    except LarkError as error:  # pragma: no cover - lark has no other kinds while parsing
        raise TextError(f"{shown(text)} cannot be read: {error}") from None


def _sentence(text: str, error: UnexpectedInput) -> str:
    wanted: set[str] = getattr(error, "accepts", None) or getattr(error, "expected", None) or set()
    if isinstance(error, UnexpectedCharacters):
        wanted = error.allowed or set()
    names = sorted({EXPECTED.get(w, w) for w in wanted})
    place = f"column {error.column}" if error.column and error.column > 0 else "the end"
    token: Token | None = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        place = "the end"
    expected = " or ".join(names) if names else "something else"
    return f"{shown(text)} cannot be read at {place}: expected {expected}"
