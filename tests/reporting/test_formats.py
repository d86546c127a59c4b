"""LaTeX, HTML, Markdown and Typst: well formed, and a hostile name stays a name."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree
from tests.document.reading_word import body, pandoc
from tests.reporting.reports import PAPERS, pages, report

import torsor
from torsor.document.blocks import Display, Document
from torsor.document.writers.html import to_html
from torsor.document.writers.latex import to_latex
from torsor.document.writers.markdown import to_markdown
from torsor.document.writers.typst import to_typst
from torsor.reporting import FORMATS, Wanted, compose, save
from torsor.reporting.report_files import to_pdf

HOSTILE = (
    'a $x$ #panic("no") \\input{x} </p><script>alert(1)</script> *b* _c_ `d` [e](f) @g <h> "i" '
    "%% || // /* ~^& {} = - + 1. https://a.b \u202e ț ű 中"
)
FEW = ("robot", "hypotheses", "forces", "symbols")


def hostile() -> Document:
    """A report in which every text of the user's is hostile."""
    robot = replace(
        torsor.load("planar2r"),
        name=HOSTILE,
        source=HOSTILE,
        description=HOSTILE,
        notes=(HOSTILE, "- " + HOSTILE),
    )
    return compose(robot, Wanted(title=HOSTILE, author=HOSTILE, sections=FEW, spec=HOSTILE))


@pytest.mark.parametrize("robot", PAPERS)
def test_html_is_well_formed_and_has_every_equation(robot: str) -> None:
    shown = report(robot)
    text = to_html(shown)
    tree = etree.fromstring(text.removeprefix("<!doctype html>\n").encode())
    found = tree.findall(".//div[@class='equation']")
    assert len(found) == sum(isinstance(block, Display) for block in shown.blocks)
    assert tree.findall(".//mtable")
    assert not tree.findall(".//script")


@pytest.mark.parametrize("robot", ["trtrr", "scara", "rv1a-paper"])
def test_latex_compiles_without_an_overfull_line(robot: str, tmp_path: Path) -> None:
    compiles(to_latex(report(robot)), tmp_path)


def compiles(text: str, folder: Path, wide: bool = False) -> None:
    """TeX sets it, and no line is too wide; without TeX only braces are counted."""
    bare = re.sub(r"\\[\\{}]", "", text)
    assert bare.count("{") == bare.count("}")
    if not shutil.which("pdflatex"):
        return
    (folder / "page.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
    log = (folder / "page.log").read_text("utf-8", errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert wide or "Overfull \\hbox" not in log


@pytest.mark.parametrize("robot", ["rttrr", "scara"])
def test_markdown_has_closed_displays_and_even_tables(robot: str) -> None:
    text = to_markdown(report(robot))
    assert text.count("\n$$\n") % 2 == 0
    assert text.count("\\begin{aligned}") == text.count("\\end{aligned}") == text.count("\\tag{")
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        bars = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(bars) == 1


def test_hostile_texts_are_shown_and_do_nothing_in_html() -> None:
    tree = etree.fromstring(to_html(hostile()).removeprefix("<!doctype html>\n").encode())
    assert not tree.findall(".//script")
    assert "<script>alert(1)</script>" in tree.findtext(".//h1")


def test_hostile_texts_are_shown_and_do_nothing_in_print(tmp_path: Path) -> None:
    shown = hostile()
    pdf = to_pdf(shown)
    text = " ".join(word[4] for page in pages(pdf, tmp_path) for word in page)
    if text:
        for part in ("$x$", "#panic", "\\input{x}", "alert(1)", "`d`", "@g", "https://a.b"):
            assert part in text.replace("&lt;", "<").replace("&quot;", '"').replace("&amp;", "&")
    source = to_typst(shown)
    outside = re.sub(r'\\.|"(?:[^"\\]|\\.)*"', "", source, flags=re.DOTALL)
    assert "panic" in source
    assert "#panic" not in outside


def test_hostile_texts_do_nothing_in_latex(tmp_path: Path) -> None:
    text = to_latex(hostile())
    assert "\\input{x}" not in text
    compiles(text, tmp_path, wide=True)


def test_hostile_texts_do_nothing_in_markdown() -> None:
    text = to_markdown(hostile())
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "<script>" not in outside
    assert "](f)" not in outside.replace("\\]", "")
    assert not re.search(r"(?<!\\)\$x(?<!\\)\$", outside)


def test_files_are_written_whole_with_their_figures(tmp_path: Path) -> None:
    shown = report("scara", sections=("robot", "forces"))
    for suffix in FORMATS:
        if suffix == ".docx":
            continue  # Pandoc writes it: a test of its own
        save(shown, str(tmp_path / f"my report{suffix}"))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        "my report.html", "my report.md", "my report.pdf", "my report.tex", "my report.typ",
        "my-report-figure-1.pdf", "my-report-figure-1.svg",
    ]  # fmt: skip
    assert "my-report-figure-1.pdf" in (tmp_path / "my report.tex").read_text("utf-8")
    assert "(my-report-figure-1.svg)" in (tmp_path / "my report.md").read_text("utf-8")


def test_a_word_document_has_the_scheme_and_native_equations(tmp_path: Path) -> None:
    pandoc()
    (file,) = save(report("scara", sections=("robot", "forces")), str(tmp_path / "a.docx"))
    text = body(file.read_bytes())
    assert text.count("<pic:pic") == 1
    assert text.count("<m:oMathPara>") >= 4
    assert [path.name for path in tmp_path.iterdir()] == ["a.docx"]


def test_typst_compiles_from_its_file_alone(tmp_path: Path) -> None:
    import typst

    save(report("rttrr", sections=("robot", "symbols")), str(tmp_path / "a.typ"))
    assert typst.compile(tmp_path / "a.typ", ignore_system_fonts=True).startswith(b"%PDF")
