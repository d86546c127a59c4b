"""A page as a browser lays it out: nothing but its own boxes scrolls sideways, on any screen."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import torsor
from torsor.document import write
from torsor.document.writers.html import to_html
from torsor.referee.errata import document
from torsor.referee.paper_check import check_paper

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
SCREENS = (360, 1280)
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--virtual-time-budget=4000", "--window-size=1400,900", "--dump-dom",
)  # fmt: skip
FRAME = '<iframe width="{width}" height="800" style="border:0" srcdoc="{page}"></iframe>'
MEASURE = """<script>onload = () => { document.title = "widths: " +
[...document.querySelectorAll("iframe")].map(f => f.contentDocument.scrollingElement)
.map(d => d.scrollWidth + "/" + d.clientWidth).join(" ") }</script>"""


def widths(pages: list[str], folder: Path) -> list[tuple[int, int]]:
    """How wide each page's content is on each screen, and how wide the screen."""
    frames = [FRAME.format(width=w, page=html.escape(p)) for p in pages for w in SCREENS]
    (folder / "frames.html").write_text("".join(frames) + MEASURE, "utf-8")
    assert BROWSER
    command = [BROWSER, *QUIET, f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run(
        [*command, f"file://{folder / 'frames.html'}"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    told = re.search(r"<title>widths: ([^<]*)", done.stdout)
    assert told, done.stderr[-500:]
    return [(int(a), int(b)) for a, b in (pair.split("/") for pair in told[1].split())]


@pytest.mark.skipif(BROWSER is None, reason="no chromium")
def test_pages_do_not_scroll_sideways(tmp_path: Path) -> None:
    report = to_html(torsor.report("3r", sections="robot,kinematics,forces"))
    errata = write(document([check_paper("3r")], "html"), "html")
    wide = "<!doctype html><meta name=viewport content=width=device-width><p>" + "x" * 2000
    found = widths([report, errata, wide], tmp_path)
    assert len(found) == 3 * len(SCREENS)
    assert all(content <= screen for content, screen in found[: 2 * len(SCREENS)])
    assert all(content > screen for content, screen in found[2 * len(SCREENS) :])
