"""Markdown and HTML: well formed, complete, and safe whatever the robot is called."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from tests.equations.reading import FORMS, SMALL, model

from torsor import Model
from torsor.document import FORMATS
from torsor.document.printing.mathml import MathmlPrinter
from torsor.equations import Style, document, write
from torsor.errors import TorsorError
from torsor.notation import load_notation, notation_names
from torsor.notation.glyph import Glyph

HOSTILE = "<script>alert(1)</script> & &lt; $x$ `y` *z* _u_ [a](b) # | \\ { } ~ \" '"


def made(shown: Model, format: str, form: str = "tau", notation: str = "", **style: object) -> str:
    hand = load_notation(notation or shown.robot.notation or "standard")
    return write(document(shown, Style(hand, **style), form), hand, format)


def parsed(page: str) -> ElementTree.Element:
    """The page as XML, which is stricter than any browser."""
    assert page.startswith("<!doctype html>\n")
    return ElementTree.fromstring(page.removeprefix("<!doctype html>\n"))


def named(name: str) -> Model:
    shown = model("planar2r")
    return replace(shown, robot=replace(shown.robot, name=name, source=name))


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", FORMS)
def test_the_page_is_well_formed_with_an_equation_for_each_quantity(robot: str, form: str) -> None:
    shown = model(robot)
    page = parsed(made(shown, "html", form, relations=True))
    equations = page.findall(".//div[@class='equation']")
    n, links = len(shown.tau), len(shown.robot.joints)
    least = {"tau": n, "matrices": n + 3, "steps": 2 * 10 * links}[form]
    assert len(equations) >= least
    assert all(any(mo.text == "=" for mo in m.iter("mo")) for m in equations)
    assert not [m for m in page.iter() if m.tag in ("script", "none")]


@pytest.mark.parametrize("notation", notation_names())
def test_every_hand_is_well_formed_mathml(notation: str) -> None:
    for style in ({}, {"intermediates": True}, {"collect": "parameter"}):
        page = parsed(made(model("3r"), "html", "tau", notation, **style))
        for parent in page.iter():
            wanted = {"msub": 2, "msup": 2, "mfrac": 2, "mover": 2, "msubsup": 3}.get(parent.tag)
            assert wanted is None or len(parent) == wanted, ElementTree.tostring(parent)
        opened = [mo.text for mo in page.iter("mo")]
        assert opened.count("(") == opened.count(")")


def test_mathml_has_the_papers_prescripts() -> None:
    page = parsed(made(model("rttrr"), "html"))
    inertias = [m for m in page.iter("mmultiscripts") if m[0][0].text == "J"]
    assert inertias
    for m in inertias:
        assert [child.tag for child in m] == ["msubsup", "mprescripts", "mrow", "mn"]
        assert m[3].text in "12345"
        assert m[0][2].text == "*"


def test_letters_of_scripts_slant_one_by_one_and_a_bar_is_as_long_as_its_letter() -> None:
    drawn = ElementTree.fromstring(MathmlPrinter().glyph(Glyph("v", "C3x", accent="bar")))
    assert [(part.tag, part.text) for part in drawn[1]] == [("mi", "C"), ("mn", "3"), ("mi", "x")]
    assert drawn[0].get("accent") == "true"
    assert drawn[0][1].get("stretchy") == "true"


def test_mathml_has_every_term_once() -> None:
    page = parsed(made(model("planar2r"), "html"))
    sums = page.findall(".//div[@class='sum']")
    for one, count in zip(sums, model("planar2r").terms, strict=True):
        signs = [mo.text for mo in one.iter("mo") if mo.text in ("+", "−")]
        assert len(signs) + 1 == count


def test_html_shows_a_hostile_name_as_it_is_written() -> None:
    page = parsed(made(named(HOSTILE), "html"))
    assert page.find(".//h1").text == f"Dynamic model of {HOSTILE}"
    assert page.find(".//title").text == f"Dynamic model of {HOSTILE}"
    facts = [item.text for item in page.iter("li")]
    assert facts[0] == f"{HOSTILE} (RR), {HOSTILE}"
    assert not list(page.iter("script"))


def test_markdown_shows_a_hostile_name_as_it_is_written() -> None:
    text = made(named(HOSTILE), "markdown")
    head = text.partition("\n## ")[0]
    bare = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", head)
    assert f"# Dynamic model of {HOSTILE}\n" in bare
    plain = re.sub(r"\\[!-/:-@\[-`{-~]", "", head.partition("\n- ")[0].removeprefix("# "))
    assert not set(plain) & set("<>&$`*_[]{}|~#\\")
    assert unescape(plain) == plain


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", FORMS)
def test_markdown_displays_are_closed_and_balanced(robot: str, form: str) -> None:
    text = made(model(robot), "markdown", form, relations=True)
    lines = text.splitlines()
    assert lines[0] == f"# Dynamic model of {model(robot).robot.name}"
    marks = [i for i, line in enumerate(lines) if line == "$$"]
    assert len(marks) % 2 == 0
    assert "$" not in "".join(line for line in lines if line != "$$")
    for start, end in zip(marks[::2], marks[1::2], strict=True):
        block = lines[start + 1 : end]
        assert (block[0], block[-1]) == ("\\begin{aligned}", "\\end{aligned}")
        assert "" not in block
        assert "\n".join(block).count("{") == "\n".join(block).count("}")


def test_every_format_lists_hypotheses_payload_and_notation() -> None:
    for format in FORMATS:
        text = re.sub(r"\\([_:.–-])", r"\1", made(model("trtrr"), format))
        text = re.sub(r"\*\*|</?b>|#strong\[(.*?)\]", r"\1", text)  # labels are bold
        text = " ".join(text.split())
        assert "Hypotheses: com_at_origin, principal_axes" in text
        assert "Payload: force and moment at the tool, in tool axes" in text
        assert "Notation: trtrr" in text
        assert "Acta Technica Napocensis" in text


def test_text_shows_a_hostile_name_as_it_is_written() -> None:
    text = made(named(HOSTILE), "text")
    assert " ".join(text.split()).count(HOSTILE) == 3


def test_an_unknown_format_or_form_is_refused_with_what_there_is() -> None:
    with pytest.raises(TorsorError, match="no format 'pdf'; expected text, latex, markdown, html"):
        made(model("planar2r"), "pdf")
    with pytest.raises(TorsorError, match=r"no form 'matrix'; .*did you mean 'matrices'"):
        made(model("planar2r"), "text", "matrix")


def test_a_robot_without_a_chain_has_no_steps_to_show() -> None:
    with pytest.raises(TorsorError, match="is given by bodies, not by a chain"):
        made(model("rv1a-paper"), "text", "steps")
