"""Text keeps to 80 columns, breaks at words, and counts a letter with its marks as one column."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from itertools import pairwise
from unicodedata import combining

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import Command

from torsor.document import write
from torsor.document.blocks import Document, Items, Paragraph, Table, labelled
from torsor.document.printing.printer import visible
from torsor.document.writers.text import wrap

COMMANDS = (
    ("derive", "rttrr"),
    ("derive", "rttrr", "--form", "steps", "--relations"),
    ("derive", "scara", "--form", "matrices"),
    ("derive", "ur5e", "--form", "base"),
    ("check", "--all"),
    ("verify", "scara"),
)
LETTER = st.sampled_from([*"abcxyz ", "q̇", "q̈₁", "é", "中", "τ"])


def columns(line: str) -> int:
    """Columns of a terminal, counted otherwise than the writer does: 中 takes two."""
    return sum(not combining(ch) for ch in line) + line.count("中")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_line_is_wider_than_80_columns(
    command: tuple[str, ...], torsor: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    text = torsor(*command).out
    widest = max(text.splitlines(), key=columns)
    assert columns(widest) <= 80, widest
    assert not re.search(r"\n{3}|[ \t]\n", text)


@given(st.text(st.characters(codec="utf-8", categories=("L", "M", "N", "P")), max_size=40))
def test_marks_above_a_letter_take_no_column(text: str) -> None:
    bare = "".join(ch for ch in text if not combining(ch))
    assert visible(text) == visible(bare)
    assert visible("q̇q̈") == 2


@given(st.lists(LETTER, max_size=200).map("".join), st.integers(3, 90), st.integers(0, 1))
def test_words_are_wrapped_whole_unless_one_is_longer_than_a_line(
    text: str, width: int, indent: int
) -> None:
    lines = wrap(text, width, indent)
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for before, after in pairwise(lines):
        word = after.strip().split(" ")[0]
        assert columns(before) + 1 + columns(word) > width or not word


def test_cells_are_wrapped_within_their_column() -> None:
    rows = ((("q̇ " * 30,), ("7",), ("word " * 30,)), (("b",), ("12",), ("c",)))
    text = write(Document("T", (Table("", (("A",), ("B",), ("C",)), rows, (1, 1, 1), {1}),)))
    lines = text.splitlines()
    assert all(columns(line) <= 80 for line in lines)
    assert text.count("q̇") == text.count("word") == 30
    ends = {columns(line[: m.end()]) for line in lines if (m := re.search(r" (12|7)\b|B", line))}
    assert len(ends) == 1  # numbers are set to the right


def test_only_labels_are_bold_and_only_on_a_terminal() -> None:
    blocks = (Paragraph(("plain",)), Items((labelled("Label", "said"),), bullets=False))
    told = Document("Title", blocks)
    bold = write(told, "text", bold=True)
    assert re.findall(r"\x1b\[1m(.*?)\x1b\[0m", bold) == ["Title", "Label:"]
    assert re.sub(r"\x1b\[\dm", "", bold) == write(told, "text") == "Title\n\nplain\nLabel: said\n"


def on_terminal(*arguments: str, width: int, **more: str) -> str:
    """What the command shows on a terminal of its own."""
    main, side = pty.openpty()
    line = [sys.executable, "-c", "from torsor.cli.main import main; main()", *arguments]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": str(width), **more}
    with subprocess.Popen(line, stdout=side, stderr=subprocess.DEVNULL, env=env) as running:
        os.close(side)
        found = b""
        while True:
            try:
                data = os.read(main, 65536)
            except OSError:
                break
            if not data:
                break
            found += data
        running.wait()
    os.close(main)
    return found.decode().replace("\r\n", "\n")


def test_a_terminal_s_own_width_is_used_and_its_labels_are_bold() -> None:
    env = {"NO_COLOR": ""}
    text = on_terminal("verify", "planar2r", width=120, **env)
    bare = re.sub(r"\x1b\[\dm", "", text)
    assert 80 < max(map(columns, bare.splitlines())) <= 120
    assert "\x1b[1mCertificate of Planar 2R\x1b[0m" in text
    plain = on_terminal("verify", "planar2r", width=60, NO_COLOR="1")
    assert "\x1b" not in plain
    assert max(map(columns, plain.splitlines())) <= 60
