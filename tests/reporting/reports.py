"""Reports made once for all tests, and what is read out of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from torsor.document.blocks import Block, Code, Display, Document, Heading
from torsor.reporting import Wanted, compose

PAPERS = ("rttrr", "trtrr", "3r", "scara", "rv1a", "rv1a-paper")
LARGE = ("puma560", "iiwa")
LEFT, RIGHT = 68.03, 527.25
"""The margins of the page, in points."""

WORD = re.compile(r'<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*?)</word>')


@cache
def report(robot: str, **wanted: object) -> Document:
    """The report of a robot, made once."""
    return compose(robot, Wanted(**wanted))  # type: ignore[arg-type]


def displays(shown: Document) -> Iterator[Display]:
    """Its equations."""
    return (block for block in shown.blocks if isinstance(block, Display))


def titles(shown: Document) -> list[str]:
    """Its first-level headings."""
    return [b.title for b in shown.blocks if isinstance(b, Heading) and b.level == 1]


def told(block: Block) -> str:
    """The plain words of a block."""
    runs = getattr(block, "text", ())
    return "".join(r if isinstance(r, str) else r.text if isinstance(r, Code) else "" for r in runs)


def pages(pdf: bytes, folder: Path) -> list[list[tuple[float, float, float, float, str]]]:
    """The words of every page with their boxes, as poppler sees them; empty without it."""
    if not shutil.which("pdftotext"):
        return []
    (folder / "report.pdf").write_bytes(pdf)
    command = ["pdftotext", "-bbox", "report.pdf", "-"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return [
        [(*map(float, m.groups()[:4]), m[5]) for m in WORD.finditer(page)]  # type: ignore[misc]
        for page in done.stdout.split("<page ")[1:]
    ]
