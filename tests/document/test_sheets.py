"""Sheets: rows that a reader sorts and filters, in which nothing of a file can run."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from typst import compile as compile_typst

from torsor.document import FORMATS, write
from torsor.document.blocks import Document
from torsor.document.sheets.sheet import Cell, Sheet, SheetColumn

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
EVIL = "</script><script>parent.ran = 1</script><img src=x onerror='parent.ran=1'>"
SHEET = Sheet(
    f"Designs {EVIL}",
    (
        SheetColumn("design"),
        SheetColumn("energy", "J", EVIL),
        SheetColumn("robot", numeric=False, choice=True),
        SheetColumn(EVIL, EVIL, numeric=False),
    ),
    tuple(
        (k, None if k % 10 == 9 else (k * 37 % 120) / 4, "<b>odd</b>" if k % 2 else "even", EVIL)
        for k in range(120)
    ),
    "120 of 1,000 designs",
)
PAGE = write(Document(EVIL, (SHEET,)), "html")

USE = """<script>onload = () => {
  const page = document.querySelector("iframe").contentDocument, told = [];
  const cells = k => [...page.querySelectorAll("tbody tr")].map(r => r.cells[k].textContent);
  const tell = () => told.push(page.querySelector(".said").textContent
    + ": " + cells(1).slice(0, 3).join(" ") + ", " + cells(0).length);
  const filter = text => { const box = page.querySelector("input[type=search]");
    box.value = text; box.dispatchEvent(new Event("input")); tell(); };
  const sort = page.querySelectorAll("th button")[1];
  tell(); sort.click(); tell(); sort.click(); tell();
  told.push(sort.closest("th").getAttribute("aria-sort"));
  filter("energy < 3 even"); filter("energy<3 robot=<b>odd</b>"); filter("enery<3");
  filter("energy<x"); filter("");
  page.querySelectorAll(".turn button")[1].click();
  told.push(page.querySelector(".turn span").textContent);
  told.push(page.querySelectorAll("img, b, script[src]").length, String(window.ran));
  told.push(page.querySelectorAll("tbody tr")[0].cells[3].textContent.length);
  document.title = "told: " + told.join("; ");
}</script>"""


@pytest.mark.parametrize("format", FORMATS)
def test_paper_has_the_first_rows_and_says_of_how_many(format: str) -> None:
    text = write(Document("Sheets", (SHEET,)), format)
    assert "120 of 1,000 designs" in text
    assert "29.25" not in text.split("application/json")[0]  # a later row
    if format == "typst":
        assert compile_typst(text.encode(), ignore_system_fonts=True).startswith(b"%PDF")


def test_a_page_with_a_sheet_permits_its_own_script_alone() -> None:
    assert PAGE.count("<script") == PAGE.count("</script>") == 2
    rule = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', PAGE)
    assert rule
    assert rule[1].startswith("default-src 'none'; ")
    assert "script-src 'sha256-" in rule[1]
    assert "<img" not in PAGE
    assert "http://" not in PAGE.replace("http://www.w3.org", "")
    assert "Content-Security-Policy" not in write(Document("No sheet", ()), "html")


@pytest.mark.skipif(BROWSER is None, reason="no chromium")
def test_rows_are_sorted_filtered_and_turned_over_in_a_browser(tmp_path: Path) -> None:
    frame = f'<iframe width="900" height="700" srcdoc="{html.escape(PAGE)}"></iframe>'
    (tmp_path / "use.html").write_text(frame + USE, "utf-8")
    assert BROWSER
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
             "--virtual-time-budget=4000", "--dump-dom")  # fmt: skip
    done = subprocess.run(
        [BROWSER, *quiet, f"--user-data-dir={tmp_path / 'p'}", f"file://{tmp_path / 'use.html'}"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    told = re.search(r"<title>told: ([^<]*)", done.stdout)
    assert told, done.stderr[-500:]
    known = [row for row in SHEET.rows if row[1] is not None]
    falling = sorted(known, key=lambda row: -float(row[1] or 0))
    odd = [row for row in falling if float(row[1] or 0) < 3 and row[2] == "<b>odd</b>"]
    assert html.unescape(told[1]).split("; ") == [
        say(SHEET.rows, 120), say(falling[::-1], 120), say(falling, 120), "descending",
        say([row for row in falling if float(row[1] or 0) < 3 and row[2] == "even"], 0),
        say(odd, 0),
        say(odd, 0).replace(f"{len(odd)} of 120 rows", "no column is called enery."),
        say(odd, 0).replace(f"{len(odd)} of 120 rows", "energy: x is no number."),
        say(falling, 120),
        "51 to 100 of 120",
        "5",  # the caption's word and the heads' names: nothing of the data is an element
        "undefined",
        str(len(EVIL)),
    ]  # fmt: skip


def say(rows: Sequence[tuple[Cell, ...]], all: int) -> str:
    """How many rows, the first three and how many are seen, blanks last."""
    first = " ".join(f"{row[1]:g}" for row in rows[:3])
    told = f"{all} rows" if all else f"{len(rows)} of 120 rows"
    return f"{told}: {first}, {min(all or len(rows), 50)}"
