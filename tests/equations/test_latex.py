"""LaTeX that compiles: balanced, within the page, displays that TeX can hold, text made safe."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tests.equations.reading import FORMS, SMALL, model

from torsor import Model
from torsor.equations import Style, document, write
from torsor.notation import load_notation, notation_names

HOSTILE = r"$ \ { } < > & _ ^ % # ~ | \input{x} \end{document} $$ ^^M"
ROWS = 100
EXAMPLES = Path(__file__).parents[2] / "examples"
WIDEST = 110


def latex(
    shown: Model, form: str = "tau", notation: str = "", standalone: bool = True, **style: object
) -> str:
    """The model as LaTeX, in its own hand if no other is named."""
    hand = load_notation(notation or shown.robot.notation or "standard")
    whole = document(shown, Style(hand, **style), form)
    return write(whole, hand, "latex", standalone=standalone)


def displays(text: str) -> list[list[str]]:
    """The rows of every display."""
    found = re.findall(r"\\begin\{align\*\}\n(.*?)\n\\end\{align\*\}", text, re.DOTALL)
    return [[row for row in block.split("\n") if not row.startswith("%")] for block in found]


def visible(row: str) -> int:
    """The letters, digits and signs that a row shows, be they high, low or large."""
    row = re.sub(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", widest_entry, row)
    row = re.sub(r"\\phantom\{.*?=\{\}\}|\\\\(\[4pt\])?", "", row)
    row = re.sub(r"\\(d*ot|hat|bar|math\w+|operatorname|tfrac|[bB]ig[lr]|,|cdot)", "", row)
    row = re.sub(r"\\(sin|cos)\b", "sin", row)
    row = re.sub(r"\\[a-z]+", "x", row)
    return len(re.sub(r"[{}^_&\s]", "", row))


def widest_entry(column: re.Match[str]) -> str:
    return max(column[1].split("\\\\"), key=len)


def is_sound(text: str) -> None:
    """Braces and environments close, rows fit the page, displays fit TeX."""
    text = re.sub(r"^%.*\n", "", text, flags=re.MULTILINE)
    depth = 0
    for mark in re.findall(r"\\.|[{}]", text, re.DOTALL):
        depth += (mark == "{") - (mark == "}")
        assert depth >= 0
    assert depth == 0
    opened = Counter(re.findall(r"\\begin\{(\w+\*?)\}", text))
    assert opened == Counter(re.findall(r"\\end\{(\w+\*?)\}", text))
    assert len(re.findall(r"\\bigl\(", text)) == len(re.findall(r"\\bigr\)", text))
    for rows in displays(text):
        assert len(rows) <= ROWS
        assert all(row.endswith(("\\\\", "\\\\[4pt]")) for row in rows[:-1])
        assert not rows[-1].endswith("\\\\")
        for row in rows:
            assert row.count("&") == 1, row
            assert visible(row) <= WIDEST, row


def compiles(text: str, folder: Path) -> None:
    """TeX sets the document without an error or an overfull line; without TeX, nothing is said."""
    if not shutil.which("pdflatex"):
        return
    (folder / "page.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
    log = (folder / "page.log").read_text("utf-8", errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert "Overfull" not in log


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_every_small_robot_is_sound(robot: str, form: str) -> None:
    is_sound(latex(model(robot), form, relations=True))
    if form != "steps":
        is_sound(latex(model(robot), form, intermediates=True))
        is_sound(latex(model(robot), form, collect="motion"))


@pytest.mark.parametrize("notation", notation_names())
def test_every_hand_is_sound_and_compiles(notation: str, tmp_path: Path) -> None:
    text = latex(model("trtrr"), "steps", notation, relations=True)
    is_sound(text)
    compiles(text, tmp_path)


@pytest.mark.parametrize(
    ("robot", "form", "style"),
    [
        ("rttrr", "tau", {}),
        ("rttrr", "steps", {}),
        ("rttrr", "tau", {"collect": "parameter"}),
        ("3r", "tau", {"intermediates": True}),
        ("3r", "matrices", {"shorter": ("squares", "double", "sums")}),
        ("scara", "matrices", {"shorter": ("sums",)}),
        ("planar2r", "matrices", {"notation": "plain"}),
    ],
)
def test_the_papers_robots_compile_within_the_page(
    robot: str, form: str, style: dict[str, object], tmp_path: Path
) -> None:
    text = latex(model(robot), form, **style)
    is_sound(text)
    compiles(text, tmp_path)


def test_an_equation_of_thousands_of_terms_is_set_in_displays_that_tex_can_hold() -> None:
    text = latex(model("stanford"))
    is_sound(text)
    found = displays(text)
    assert len(found) > 10
    whole = [row for rows in found for row in rows]
    begun = [row for row in whole if not row.startswith(("&", "\\phantom"))]
    assert len(begun) == 6
    assert all(rows[0].startswith(("\\tau", "\\phantom{\\tau")) for rows in found)
    assert sum(len(re.findall(r" [+-] |& -?\\|& [A-Z-]", row)) for row in whole) >= sum(
        model("stanford").terms
    )


def test_numbers_put_in_compile(tmp_path: Path) -> None:
    shown = model("planar2r", "l1 = 0.35", "m2 = 1/3", "g = 9.80665")
    text = latex(shown)
    assert "\\tfrac{1}{3}" in text
    is_sound(text)
    compiles(text, tmp_path)


def test_titles_and_sources_are_text_and_never_commands(tmp_path: Path) -> None:
    shown = model("planar2r")
    robot = replace(shown.robot, name=f"name {HOSTILE}", source=f"source {HOSTILE}")
    hostile = replace(shown, robot=robot)
    text = latex(hostile)
    head = text.partition("\\subsection*")[0]
    shown_text = "\n".join(line for line in head.split("\n") if not line.startswith("%"))
    safe = (
        r"\$ \textbackslash{} \{ \} \textless{} \textgreater{} \& \_ \textasciicircum{} \% \# "
        r"\textasciitilde{} \textbar{} \textbackslash{}input\{x\}"
    )
    assert shown_text.count(safe) == 3  # the title, and the name and the source among the facts
    assert "\\input{" not in shown_text
    assert text.count("\\end{document}\n") == 1
    assert text.endswith("\\end{document}\n")
    compiles(text, tmp_path)


def test_a_name_with_a_line_break_cannot_leave_its_comment() -> None:
    shown = model("planar2r")
    robot = replace(shown.robot, source="first\n\\input{x}\r\\input{y}\u2028\\input{z}")
    text = latex(replace(shown, robot=robot), standalone=False)
    commands = [line for line in text.splitlines() if "\\input" in line]
    assert commands
    assert all(line.startswith("% ") for line in commands)


def test_names_with_underscores_are_no_subscripts_in_the_plain_hand(tmp_path: Path) -> None:
    shown = model("Rz(q1) tx(upper__arm) Rz(q2) tx(l_2)")
    text = latex(shown, notation="plain")
    assert "\\mathit{upper\\_\\_arm}" in text
    is_sound(text)
    compiles(text, tmp_path)
    compiles(latex(shown, notation="standard"), tmp_path)


def test_a_body_alone_is_to_be_included_elsewhere() -> None:
    body, whole = (latex(model("planar2r"), standalone=alone) for alone in (False, True))
    assert "\\documentclass" not in body
    assert body.startswith("% Dynamic model of Planar 2R\n% Planar 2R (RR)\n")

    def equations(text: str) -> str:
        """The equations without the ends of their lines, which are a page's."""
        text = text.partition("\\subsection*")[2].partition("\\end{align*}")[0]
        return "".join(text.replace("\\quad", "").replace("\\\\\n&", "").split())

    assert equations(body) == equations(whole)
    carried = [line for line in body.splitlines() if line.startswith("% torsor ")]
    assert len(carried) > 10
    assert carried == [line for line in whole.splitlines() if line.startswith("% torsor ")]


@pytest.mark.parametrize(
    ("robot", "form", "style"),
    [
        ("rttrr", "tau", {}),
        ("rttrr", "steps", {"relations": True}),
        ("rttrr", "tau", {"notation": "plain"}),
        ("scara", "matrices", {}),
        ("3r", "tau", {"intermediates": True}),
        (str(EXAMPLES / "arm.urdf"), "matrices", {}),
    ],
)
def test_a_body_breaks_over_the_pages_of_a_plain_article(
    robot: str, form: str, style: dict[str, object], tmp_path: Path
) -> None:
    body = latex(model(robot), form, standalone=False, **style)
    head = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n"
    compiles(f"{head}Before.\n{body}After.\n\\end{{document}}\n", tmp_path)
    log = tmp_path / "page.log"
    if log.exists():
        pages = int(re.search(r"Output written on page.pdf \((\d+) page", log.read_text())[1])
        assert pages > 1 or robot == "scara"


@pytest.mark.parametrize("product", ["", "*", ".", "·", "×"])
def test_every_product_sign_compiles(product: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'product = "{product}"\n', "utf-8")
    compiles(latex(model("planar2r"), notation=str(file)), tmp_path)
