"""Word documents opened again: their equations as LaTeX, by the same Pandoc that made them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from torsor.document.writers.word import find_pandoc
from torsor.errors import MissingExtraError

SAME = {
    "\\text{\\!}": "{}",
    "\u200b": "{}",
    "\\text{*}": "*",
    "\\widehat": "\\hat",
    "\\overline": "\\bar",
}
"""What Pandoc writes otherwise than we do."""


def pandoc() -> str:
    """Where Pandoc is; without it a test is skipped, unless that is barred."""
    try:
        return find_pandoc()
    except MissingExtraError as error:
        if os.environ.get("TORSOR_SKIP") == "nothing":
            pytest.fail(str(error))
        pytest.skip(str(error))


def body(docx: bytes) -> str:
    """The XML of a document's text."""
    with zipfile.ZipFile(io.BytesIO(docx)) as file:
        assert file.testzip() is None
        return file.read("word/document.xml").decode()


def formulas(docx: bytes, folder: Path) -> list[str]:
    """Every displayed equation, read back as LaTeX, its rows put together."""
    (folder / "back.docx").write_bytes(docx)
    command = [pandoc(), "--wrap=none", "--from", "docx", "--to", "latex", "back.docx"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=100)
    found: list[str] = []
    for formula in re.findall(r"\\\[(.*?)\\\]", done.stdout.decode(), re.DOTALL):
        row = _one_row(formula)
        if found and "=" not in row:  # an equation that goes on below
            found[-1] += row
        else:
            found.append(row)
    return found


def _one_row(formula: str) -> str:
    """Without the column that rows stand in; marks above and stars as we write them."""
    column = r"\s*\\begin\{(matrix|array)\}(?:\{l\})?(.*)\\end\{\1\}\s*"
    inside = re.fullmatch(column, formula, re.DOTALL)
    row = inside[2].strip().removesuffix("\\\\").replace("\\\\", " ") if inside else formula
    for theirs, ours in SAME.items():
        row = row.replace(theirs, ours)
    return re.sub(r"\{(\\(?:d*ot|hat|bar)\{[^{}]*\})\}", r"\1", row)
