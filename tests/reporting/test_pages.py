"""The printed pages: they compile, say what they must, and nothing runs over a margin."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.reporting.measure import lines, measured
from tests.reporting.reports import LARGE, LEFT, PAPERS, RIGHT, pages, report

from torsor.document.printing.width import PageRuler
from torsor.notation import notation_names
from torsor.reporting.report_files import to_pdf

PAGE, NUMBER = 45.92, 3.0
"""The width of the text and of an equation's number with air before it, in ems."""

ALWAYS = ("The robot", "Hypotheses", "Generalised driving forces", "Matrix form", "Energies",
          "Certificate", "Operation counts", "Symbols")  # fmt: skip


@pytest.mark.parametrize("robot", [*PAPERS, *LARGE])
def test_every_report_is_set_within_its_margins(robot: str, tmp_path: Path) -> None:
    pdf = to_pdf(report(robot))
    assert pdf.startswith(b"%PDF")
    found = pages(pdf, tmp_path)
    if not found:
        return
    assert len(found) <= 25
    for page in found:
        assert min(word[0] for word in page) >= LEFT - 0.5
        assert max(word[2] for word in page) <= RIGHT + 0.5
    text = " ".join(word[4] for page in found for word in page)
    for title in ALWAYS:
        assert title in text
    assert "everything holds" in text


@pytest.mark.parametrize("notation", notation_names())
def test_every_notation_stays_within_the_margins(notation: str, tmp_path: Path) -> None:
    for page in pages(to_pdf(report("scara", notation=notation)), tmp_path):
        assert min(word[0] for word in page) >= LEFT - 0.5
        assert max(word[2] for word in page) <= RIGHT + 0.5


@pytest.mark.parametrize("robot", ["rttrr", "3r", "scara", "rv1a-paper", "puma560"])
def test_no_line_reaches_its_number(robot: str) -> None:
    shown = report(robot)
    ruler = PageRuler(shown.typesetting.product, shown.typesetting.ascii)
    found = lines(shown)
    assert len(found) > 50
    widths = measured([formula for formula, _ in found])
    for (formula, line, head), width in zip(
        [(f, ln, ruler.glyph(left)) for f, ln, left in lines(shown, True)], widths, strict=True
    ):
        indent = 0.0 if line.first else 1.0
        assert head + 1.5 + indent + width <= PAGE - NUMBER, formula


@pytest.mark.parametrize("robot", ["trtrr", "3r", "scara", "rv1a-paper", "puma560", "rttrr"])
def test_the_ruler_agrees_with_typst(robot: str) -> None:
    shown = report(robot)
    ruler = PageRuler(shown.typesetting.product, shown.typesetting.ascii)
    found = lines(shown)
    for (formula, line), true in zip(found, measured([f for f, _ in found]), strict=True):
        told = ruler.sum(line.pieces) if line.first else sum(map(ruler.width, line.pieces))
        assert 0.965 * true - 0.2 <= told <= 1.09 * true + 0.4, formula


def test_headings_are_not_left_at_the_foot_of_a_page(tmp_path: Path) -> None:
    shown = report("3r")
    for page in pages(to_pdf(shown), tmp_path):
        body = [word for word in page if 60 < word[1] < 775]
        last = max(word[3] for word in body)
        foot = " ".join(word[4] for word in body if word[3] > last - 8)
        assert not any(title in foot for title in ("Matrix form", "Energies", "The inward pass"))
