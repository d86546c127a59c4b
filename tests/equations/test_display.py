"""What a notebook shows of expressions, vectors, matrices and models: LaTeX, and MathML offline."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from latex2mathml.converter import convert
from tests.equations.reading import model

from torsor import Ring
from torsor.equations import latex, mathml, model_latex, model_mathml
from torsor.errors import TorsorError
from torsor.spatial.vectors import Matrix, Vector


def letters(markup: str) -> list[str]:
    """What the symbols, numbers and signs of some MathML say, in order."""
    tree = ElementTree.fromstring(markup)
    named = (element.tag.rpartition("}")[2] for element in tree.iter())
    found = zip(named, tree.iter(), strict=True)
    kept = [e.text or "" for tag, e in found if tag in ("mi", "mn", "mo")]
    return [text for text in kept if text.strip("\u2062 ")]


def test_a_vector_is_a_column_and_a_matrix_has_its_rows() -> None:
    shown = model("planar2r")
    column = latex(Vector(shown.g))
    assert column.startswith(r"\begin{bmatrix} ")
    assert column.count(r"\\") == 1
    square = latex(Matrix(shown.M))
    assert square.count(r"\\") == 1
    assert square.count("&") == 2
    for entry in (*shown.M[0], *shown.M[1]):
        assert latex(entry) in square


def test_plain_numbers_among_the_entries_are_shown() -> None:
    one = Ring(["a"]).symbol("a")
    assert latex(Vector([one, 0, -2])) == r"\begin{bmatrix} a \\ 0 \\ -2 \end{bmatrix}"
    assert letters(mathml(Vector([one, 0, 3]))) == ["[", "a", "0", "3", "]"]


@pytest.mark.parametrize("robot", ["planar2r", "3r", "scara"])
def test_mathml_of_every_entry_says_what_latex_says(robot: str) -> None:
    shown = model(robot)
    for row in shown.M:
        for entry in row:
            here = "".join(letters(mathml(entry)))
            there = "".join(letters(convert(latex(entry).replace(r"\,", ""))))
            assert sorted(here) == sorted(there.replace("-", "−"))


def test_a_long_sum_is_broken_over_rows_that_begin_with_a_sign() -> None:
    page = ElementTree.fromstring(mathml(model("rttrr").tau[0], "rttrr"))
    rows = page.findall(".//mtr")
    assert len(rows) > 10
    for row in rows[1:]:
        first = next(element for element in row.iter() if element.tag in ("mo", "mi", "mn"))
        assert first.text in ("+", "−")


def test_a_model_is_shown_offline_unless_it_is_too_long() -> None:
    page = ElementTree.fromstring(f"<div>{model_mathml(model('trtrr'))}</div>")
    assert len(page.findall("div")) == 5
    assert all(shown.findall(".//math") for shown in page.findall("div"))
    assert model_latex(model("trtrr")).count("={}") == 5
    told = model_mathml(model("stanford"))
    assert len(told) < 200
    assert all(str(count) in told for count in model("stanford").terms)


def test_what_is_no_value_is_refused() -> None:
    for wrong in ("m1", 3, None, [1, 2]):
        with pytest.raises((TorsorError, TypeError)):
            mathml(wrong)  # type: ignore[arg-type]
