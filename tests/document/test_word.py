"""Word documents: native equations, right when they are read back, or one sentence."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.document.reading_word import body, formulas, pandoc
from tests.equations.reading import model

from torsor.document import PaperLayout, write, write_bytes
from torsor.document.blocks import Display, Document, Heading, Paragraph
from torsor.document.writers import word
from torsor.equations import Style, document
from torsor.errors import ArgumentValueError, MissingExtraError, TooLargeError, TorsorError
from torsor.notation import load_notation
from torsor.referee.paper import Equation, Paper
from torsor.referee.paper_check import check_paper


def equations(robot: str, form: str) -> Document:
    """The robot's equations in its own hand."""
    shown = model(robot)
    return document(shown, Style(load_notation(shown.robot.notation or "standard")), form)


def targets(shown: Document) -> list[str]:
    """What each equation speaks of."""
    return [block.target for block in shown.blocks if isinstance(block, Display)]


@pytest.mark.parametrize(
    ("robot", "form", "columns"),
    [("planar2r", "tau", 0), ("scara", "matrices", 2), ("3r", "tau", 1), ("rttrr", "tau", 0)],
)
def test_what_word_shows_is_judged_right(
    robot: str, form: str, columns: int, tmp_path: Path
) -> None:
    pandoc()
    shown = equations(robot, form)
    written = write_bytes(shown, "docx", layout=PaperLayout(columns=columns))
    found = formulas(written, tmp_path)
    printed = [
        Equation(target, target, latex)
        for target, latex in zip(targets(shown), found, strict=True)
        if target and " " not in target
    ]
    hand = model(robot).robot.notation or "standard"
    judged = check_paper(Paper("back", "back", "", robot, hand, tuple(printed)))
    assert len(judged.equations) == len(printed) >= 2
    assert judged.right


def test_equations_are_native_and_none_is_a_picture_or_plain_tex() -> None:
    pandoc()
    text = body(write_bytes(equations("rttrr", "steps"), "docx"))
    assert text.count("<m:oMathPara>") > 50
    assert "<m:e/>" not in text.replace(" ", "")  # Word would show an empty box
    said = "".join(re.findall(r"<w:t[^>]*>([^<]*)", text))
    assert "\\" not in said
    assert "$" not in said


def test_headings_are_left_out_when_asked() -> None:
    pandoc()
    shown = equations("planar2r", "matrices")
    title = next(block.title for block in shown.blocks if isinstance(block, Heading))
    assert title in body(write_bytes(shown, "docx"))
    assert title not in body(write_bytes(shown, "docx", layout=PaperLayout(headings=False)))


def test_an_equation_longer_than_a_page_goes_on_in_another_display() -> None:
    shown = equations("rttrr", "tau")
    text = word.markdown_of(shown, word.WordWriter(shown, PaperLayout(columns=2)))
    blocks = re.findall(r"begin\{array\}\{l\}\n(.*?)\n\\end", text, re.DOTALL)
    assert len(blocks) > 5
    assert max(block.count("\n") + 1 for block in blocks) <= word.ROWS


def test_text_of_others_is_text_and_names_no_file() -> None:
    pandoc()
    odd = "![a](/etc/hostname) <img src=/etc/hostname> @x $x$ [l](file:///etc/hostname) \\input{x}"
    text = body(write_bytes(Document(odd, (Heading(odd), Paragraph((odd,)))), "docx"))
    assert "<pic:pic" not in text
    assert "<m:oMath>" not in text
    assert "w:hyperlink" not in text
    assert text.count("input{x}") == 3


def test_without_pandoc_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    monkeypatch.setitem(__import__("sys").modules, "pypandoc", None)
    with pytest.raises(MissingExtraError, match=r"pandoc.org.*torsor\[word\]"):
        write_bytes(equations("planar2r", "tau"), "docx")


def test_a_formula_that_pandoc_cannot_turn_is_refused_and_never_shown_as_tex() -> None:
    with pytest.raises(TorsorError, match="Pandoc could not write the document"):
        word.convert(pandoc(), "$$\n\\nothingknown{x}\n$$\n")


def test_what_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pandoc()
    monkeypatch.setattr(word, "LARGEST", 100)
    with pytest.raises(TooLargeError, match="characters"):
        write_bytes(equations("planar2r", "tau"), "docx")


def test_word_is_no_text_and_has_no_labels() -> None:
    shown = equations("planar2r", "tau")
    with pytest.raises(ArgumentValueError, match="no text"):
        write(shown, "docx")
    with pytest.raises(ArgumentValueError, match="for LaTeX"):
        write_bytes(shown, "docx", layout=PaperLayout(labels="eq"))
