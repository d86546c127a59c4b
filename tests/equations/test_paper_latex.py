"""LaTeX for a paper: it says what it needs, fits its column, is numbered, and reads back right."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.equations.reading import model

from torsor.document import PaperLayout
from torsor.equations import Style, document, write
from torsor.errors import ArgumentValueError, TextError, TorsorError
from torsor.notation import load_notation
from torsor.referee.paper_check import check_paper

LAYOUTS = (
    PaperLayout(columns=2),
    PaperLayout(width="252pt", numbered=True),
    PaperLayout(columns=2, labels="eq", headings=False),
    PaperLayout(width="12em", labels="arm:"),
)
COLUMN = "\\documentclass[twocolumn]{article}\n\\usepackage{amsmath}\n\\begin{document}\n"


def latex(robot: str, form: str, notation: str, layout: PaperLayout, **style: object) -> str:
    """The robot's equations, laid out."""
    hand = load_notation(notation)
    return write(document(model(robot), Style(hand, **style), form), hand, "latex", layout=layout)


def set_by_tex(body: str, folder: Path) -> str:
    """What TeX says of a body in two columns, at the second run, with its references."""
    if not shutil.which("pdflatex"):
        pytest.skip("no pdflatex")
    (folder / "page.tex").write_text(f"{COLUMN}Before.\n{body}\n\\end{{document}}\n", "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
        log = (folder / "page.log").read_text("utf-8", errors="replace")
        assert done.returncode == 0, log[-2000:]
    return log


@pytest.mark.parametrize("notation", ["spong", "standard"])
@pytest.mark.parametrize("form", ["tau", "matrices", "steps"])
@pytest.mark.parametrize("robot", ["scara", "rttrr"])
def test_equations_fit_two_columns_with_their_numbers(
    robot: str, form: str, notation: str, tmp_path: Path
) -> None:
    layout = PaperLayout(columns=2, labels="eq", headings=form == "steps")
    body = latex(robot, form, notation, layout, relations=True)
    labels = re.findall(r"\\label\{(.*?)\}", body)
    cited = "".join(f"See~\\eqref{{{label}}}. " for label in labels)
    log = set_by_tex(body + cited, tmp_path)
    assert "Overfull" not in log
    assert "undefined" not in log
    assert "multiply" not in log


def test_a_fragment_uses_nothing_but_what_it_says_it_needs() -> None:
    for layout in (PaperLayout(), *LAYOUTS[:3]):
        head, _, body = latex("rttrr", "steps", "rttrr", layout).partition("\\begingroup")
        assert re.findall(r"^% Needs: \\usepackage\{(.*)\}$", head, re.MULTILINE) == ["amsmath"]
        assert all(line.startswith("% ") for line in head.splitlines())
        used = set(re.findall(r"\\begin\{(.*?)\}", body))
        assert used <= {"align", "align*", "bmatrix"}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("robot", "form", "notation"),
    [("scara", "matrices", "spong"), ("rttrr", "steps", "rttrr"), ("3r", "tau", "standard")],
)
def test_what_is_laid_out_for_a_paper_is_read_back_as_right(
    robot: str, form: str, notation: str, layout: PaperLayout, tmp_path: Path
) -> None:
    file = tmp_path / "paper.tex"
    file.write_text(latex(robot, form, notation, layout, relations=True), "utf-8")
    usual = tmp_path / "usual.tex"
    usual.write_text(latex(robot, form, notation, PaperLayout(), relations=True), "utf-8")
    judged = check_paper(file)
    assert judged.right
    assert not judged.unread
    if layout.width != "12em":  # where a vector may be given by its components
        assert len(judged.equations) >= len(check_paper(usual).equations)


def test_a_slip_in_numbered_narrow_equations_is_found(tmp_path: Path) -> None:
    text = latex("scara", "matrices", "spong", LAYOUTS[2])
    assert text.count("+ 2 \\, m_{3}") == 1
    file = tmp_path / "paper.tex"
    file.write_text(text.replace("+ 2 \\, m_{3}", "+ 3 \\, m_{3}"), "utf-8")
    assert [e.target for e, _ in check_paper(file).differences()] == ["M[1,1]"]


def test_each_equation_has_one_number_and_one_label() -> None:
    text = latex("scara", "matrices", "spong", PaperLayout(columns=2, labels="eq"))
    assert "align*" not in text
    rows = [row for row in text.splitlines() if "&" in row]
    begun = [row for row in rows if not row.startswith("&")]
    labels = re.findall(r"\\label\{(.*?)\}", text)
    assert len(labels) == len(set(labels)) == len(begun)
    assert sum("\\notag" in row for row in rows) == len(rows) - len(labels)
    assert {"eq:M-1-1", "eq:C-1-2", "eq:g-3", "eq:T-1P"} <= set(labels)
    plain = latex("scara", "matrices", "spong", PaperLayout(numbered=True))
    assert "\\label" not in plain
    assert "\\begin{align}" in plain


def test_equations_of_the_same_left_hand_side_have_labels_of_their_own() -> None:
    for style in ({"relations": True}, {"intermediates": True}):
        form = "steps" if "relations" in style else "tau"
        text = latex("3r", form, "3r", PaperLayout(columns=2, labels="a-"), **style)
        labels = re.findall(r"\\label\{(.*?)\}", text)
        assert len(labels) == len(set(labels)) > 10
        assert all(re.fullmatch(r"a-[A-Za-z0-9-]+", label) for label in labels)


def test_without_headings_the_groups_stay_apart() -> None:
    usual, alone = (
        latex("scara", "matrices", "spong", PaperLayout(headings=wanted))
        for wanted in (True, False)
    )
    assert "subsection" not in alone
    assert alone.count("\\begin{align*}") == usual.count("\\subsection*") == 4


def test_bare_latex_has_no_comment_and_needs_a_robot(tmp_path: Path) -> None:
    text = latex("planar2r", "tau", "standard", PaperLayout(bare=True))
    assert "%" not in text
    file = tmp_path / "bare.tex"
    file.write_text(text, "utf-8")
    with pytest.raises(TextError):
        check_paper(file)


def test_a_width_is_a_length_of_tex() -> None:
    wide = {
        PaperLayout(width=w).ems(0) for w in ("252.945pt", "88.9mm", "8.89cm", "3.5in", "252bp")
    }
    assert max(wide) - min(wide) < 0.01
    assert PaperLayout(columns=2).ems(0) < PaperLayout(columns=1).ems(0)
    lines = [
        len(latex("3r", "tau", "3r", PaperLayout(width=w)).splitlines()) for w in ("20em", "60em")
    ]
    assert lines[0] > 1.5 * lines[1]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"width": "252"}, "a length such as 252pt"),
        ({"width": "1pt"}, "12em to 200em"),
        ({"width": "9" * 400 + "em"}, "a length such as"),
        ({"columns": 3}, "from 0 to 2"),
        ({"columns": 2, "width": "90mm"}, "exclude each other"),
        ({"labels": "a}b"}, "expected letters"),
        ({"labels": "x" * 100}, "expected letters"),
    ],
)
def test_a_layout_that_cannot_be_is_a_sentence(asked: dict[str, object], said: str) -> None:
    with pytest.raises(ArgumentValueError, match=said) as refused:
        PaperLayout(**asked)
    assert isinstance(refused.value, TorsorError)
    assert len(str(refused.value)) < 200
