"""Typst's mathematics: it compiles in every hand, and plain text stays text."""

from __future__ import annotations

from fractions import Fraction

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.equations.reading import FORMS, SMALL, model

from torsor.document.escaping import escape_typst, quote_typst
from torsor.document.printing.tokens import Token
from torsor.document.printing.typst import TypstPrinter
from torsor.equations import Style, document, write
from torsor.notation import Glyph, load_notation, notation_names


def compiled(source: str) -> bytes:
    """The source as PDF."""
    found: bytes = typst.compile(source.encode(), format="pdf", ignore_system_fonts=True)
    return found


def shown_text(markup: str) -> str:
    """What Typst makes of some markup, as plain text."""
    source = f"#let body = [{markup}]\n#let told(it) = if it.has(\"text\") {{ it.text }} else if " \
        "it.has(\"children\") { it.children.map(told).join() } else if it.has(\"body\") " \
        "{ \"<body>\" } else if it == [ ] { \" \" } else { \"<\" + repr(it.func()) + \">\" }\n" \
        "#metadata(told(body)) <told>"  # fmt: skip
    import json

    found = json.loads(typst.query(source.encode(), "<told>", field="value", one=True))
    return str(found or "")


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_every_small_robot_compiles(robot: str, form: str) -> None:
    hand = load_notation(model(robot).robot.notation or "standard")
    text = write(document(model(robot), Style(hand, relations=True), form), hand, "typst")
    assert compiled(text).startswith(b"%PDF")


@pytest.mark.parametrize("notation", notation_names())
def test_every_hand_compiles(notation: str) -> None:
    hand = load_notation(notation)
    style = Style(hand, shorter=("squares", "sums"), intermediates=True)
    assert compiled(write(document(model("3r"), style, "matrices"), hand, "typst"))


@pytest.mark.parametrize(
    ("glyph", "power", "expected"),
    [
        (Glyph("q", "1", dots=2), 1, "dot.double(q)_(1)"),
        (Glyph("q", "1", dots=1), 2, "dot(q)_(1)^(2)"),
        (Glyph("r", Glyph("C", "5x"), pre="5"), 1, "attach(r, tl: 5, b: C_(5 x))"),
        (Glyph("J", "xy", "*", pre="5"), 1, "attach(J, tl: 5, b: x y, t: ast)"),
        (Glyph("x", "C3", "3"), 2, "(x_(C 3)^(3))^(2)"),
        (Glyph("ω", "1", accent="bar"), 1, "macron(ω)_(1)"),
        (Glyph("l1"), 2, "attach(l 1, t: 2)"),
        (Glyph("mass", "2"), 1, 'italic("mass")_(2)'),
        (Glyph("R", "t,11"), 1, "R_(t comma 11)"),
    ],
)
def test_a_symbol_is_spelled(glyph: Glyph, power: int, expected: str) -> None:
    assert TypstPrinter().glyph(glyph, power) == expected
    assert compiled(f"$ {expected} $")


def test_numbers_roots_and_calls_are_spelled() -> None:
    printer = TypstPrinter()
    assert printer.token(Token("number", number=Fraction(1, 2))) == "inline(frac(1, 2))"
    assert printer.token(Token("number", number=Fraction(13, 400))) == "0.0325"
    assert printer.token(Token("root", number=Fraction(3))) == "sqrt(3)"
    called = Token("call", Glyph("sgn"), ((1, Glyph("q", "1", dots=1)),))
    assert printer.token(called) == 'op("sgn")(dot(q)_(1))'
    doubled = Token("call", Glyph("cos"), ((2, Glyph("q", "2")), (-1, Glyph("q", "3"))))
    assert printer.token(doubled) == "cos(2 q_(2) - q_(3))"


@pytest.mark.parametrize(
    "text",
    [
        "#panic()", "$x$", "*bold* _it_ `raw`", "= no heading", "- no list", "1. no list", "@ref",
        "<label>", "// no comment", "/* none */", "https://no.link", "~ -- ... -?", "\\ \\u{41}",
        "[a] {b} 'c' \"d\"",
    ],
)  # fmt: skip
def test_marks_mean_nothing_in_plain_text(text: str) -> None:
    assert shown_text(escape_typst(text)) == text


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=30))
def test_any_text_is_shown_as_it_is(text: str) -> None:
    wanted = " ".join("".join(ch for ch in text if ch.isprintable() or ch.isspace()).split())
    assert shown_text(escape_typst(text)).strip() == wanted


@given(st.text(max_size=30))
@settings(max_examples=40, deadline=None)
def test_a_string_cannot_be_left(text: str) -> None:
    import json

    source = f"#metadata({quote_typst(text)}) <told>"
    found = json.loads(typst.query(source.encode(), "<told>", field="value", one=True))
    assert found == "".join(ch if ch.isprintable() else " " for ch in text)
