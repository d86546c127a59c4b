"""Equations keep to the page: they break between terms, and only where they must within one."""

from __future__ import annotations

import re

import pytest
from tests.equations.reading import SMALL, columns, equations, model, printed

from torsor.equations import Style, document, write
from torsor.notation import load_notation, notation_names


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", ["tau", "matrices", "steps"])
def test_no_line_is_wider_than_the_terminal(robot: str, form: str) -> None:
    shown = model(robot)
    every = notation_names() if robot == "planar2r" else (shown.robot.notation, "plain")
    for hand in map(load_notation, dict.fromkeys(name or "standard" for name in every)):
        whole = document(shown, Style(hand, relations=True), form)
        for width in (40, 61, 80, 160):
            text = write(whole, hand, "text", width=width)
            widest = max(text.splitlines(), key=columns)
            assert columns(widest) <= width, (hand.name, width, widest)


@pytest.mark.parametrize("style", [{"intermediates": True}, {"collect": "parameter"}])
def test_no_line_of_a_nested_equation_is_wider_than_the_terminal(style: dict[str, object]) -> None:
    for width in (40, 77, 120):
        text = printed(model("3r"), "tau", "3r", width, **style)
        assert max(map(columns, text.splitlines())) <= width


@pytest.mark.parametrize("notation", notation_names())
def test_lines_break_between_terms_and_use_the_width(notation: str) -> None:
    text = printed(model("rttrr"), "tau", notation, 100)
    body = text.partition("\n\n")[2].splitlines()
    lines = [line for line in body if line.startswith("    ")]
    assert len(lines) > 50
    assert all(re.match(r"    [+-] ", line) for line in lines)
    assert sum(map(columns, lines)) / len(lines) > 80


def test_a_term_wider_than_the_terminal_breaks_between_its_factors() -> None:
    text = printed(model("rttrr"), "tau", "plain", 40)
    inside = [line for line in text.splitlines() if re.match(r"    [a-z0-9]", line)]
    assert inside
    assert "*" in text
    whole = printed(model("rttrr"), "tau", "plain", 160)
    assert equations(text.replace("* ", "*")).keys() == equations(whole).keys()
    assert [v.replace("* ", "*") for v in equations(text).values()] == list(
        equations(whole).values()
    )
