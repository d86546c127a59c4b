"""What was found in several papers is one document, in every format."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typst

from torsor.document import FORMATS, write
from torsor.document.blocks import Document, Heading, Items, Paragraph, Table
from torsor.referee.errata import document
from torsor.referee.paper import paper_names
from torsor.referee.paper_check import PaperCheck, check_paper

ODD = "Wiśniewski ş ţ ă ș ț ₁ ₉ τ ω Θ q̇ q̈₂ Ṁ − ≤ → ½ x² 中 “a” #$%&_^~\\{}<>| ﬁ \u202e"


@cache
def papers() -> tuple[PaperCheck, ...]:
    """The papers of the library, checked once."""
    return tuple(map(check_paper, paper_names()))


def errata(format: str) -> str:
    """All papers in one document."""
    return write(document(papers(), format), format)


def compiles(text: str, folder: Path) -> str:
    """TeX sets the document without an overfull line; what it told."""
    if not shutil.which("pdflatex"):
        pytest.skip("no pdflatex")
    (folder / "page.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=100)
    log = (folder / "page.log").read_text("utf-8", errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert "Overfull \\hbox" not in log
    return log


@pytest.mark.parametrize("format", FORMATS)
def test_every_paper_is_a_part_of_it(format: str) -> None:
    text = " ".join(errata(format).split())
    titles = (
        "Inverse Dynamic",
        "The Dynamic Model",
        "Dynamic of",
        "Dynamic Model of a",
        "Dynamics",
    )
    found = [text.index(title) for title in titles]
    assert found == sorted(found)
    assert len(papers()) == 5


def test_latex_is_one_document_that_compiles(tmp_path: Path) -> None:
    text = errata("latex")
    assert text.count("\\documentclass") == text.count("\\begin{document}") == 1
    assert text.count("\\end{document}") == 1
    assert len(re.findall(r"\\subsection\*\{", text)) == 5
    pages = re.search(r"Output written on page.pdf \((\d+) pages", compiles(text, tmp_path))
    assert pages
    assert int(pages[1]) > 5


def test_typst_is_one_document_that_compiles() -> None:
    assert typst.compile(errata("typst").encode(), ignore_system_fonts=True).startswith(b"%PDF")


class Page(HTMLParser):
    """What a page opens and fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [v or "" for k, v in attrs if k in ("src", "href", "srcset", "data")]


def test_html_is_one_page_that_shows_offline_on_a_phone_and_in_the_dark() -> None:
    text = errata("html")
    page = Page(text)
    assert [page.tags.count(tag) for tag in ("html", "body", "title", "h1")] == [1, 1, 1, 1]
    assert page.tags.count("h2") == 5
    assert page.tags.count("math") > 1000
    assert [link for link in page.fetched if not link.startswith("#")] == []
    assert all(f'id="{link[1:]}"' in text for link in page.fetched)
    assert "url(" not in text
    assert "@import" not in text
    assert not {"script", "link", "iframe"} & set(page.tags)
    assert "width=device-width" in text
    assert "prefers-color-scheme:dark" in text
    for wide in (".equation{", ".wide{"):  # what is wide scrolls within itself
        assert "overflow-x:auto" in text.partition(wide)[2].partition("}")[0]
    assert page.tags.count("table") == text.count('<div class="wide"><table')


def test_markdown_is_one_document_and_its_findings_are_escaped() -> None:
    text = errata("markdown")
    assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == 5
    noted = [line for line in text.splitlines() if line.startswith("- **note:**")]
    assert noted
    outside = re.sub(r"`[^`]*`|\$[^$]*\$|\\.|\*\*note:\*\*", "", "\n".join(noted))
    assert not set(outside) & set("*`<>$|[]")


@pytest.mark.parametrize("format", FORMATS)
def test_odd_letters_are_written_in_every_format(format: str, tmp_path: Path) -> None:
    table = Table(ODD, ((ODD,), ("b",)), (((ODD,), ("1",)),), (0.5, 0.5))
    blocks = (Heading(ODD), Paragraph((ODD,)), Items(((ODD,),)), table)
    text = write(Document(ODD, blocks, subtitle=ODD, author=ODD, facts=((ODD,),)), format)
    assert "\u202e" not in text
    if format == "latex":
        compiles(text, tmp_path)
        for made in (r"$\tau$", "$_1$", r"$\dot{q}$", r"$\ddot{q}$", r"$\dot{M}$", r"\c{t}"):
            assert made in text
    elif format == "typst":
        assert typst.compile(text.encode(), ignore_system_fonts=True).startswith(b"%PDF")
    elif format == "html":
        assert "{}&lt;&gt;|" in text
