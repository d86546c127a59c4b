"""The real command in a process of its own, for what signals and descriptors do to it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any
from unicodedata import normalize

TORSOR = [sys.executable, "-c", "from torsor.cli.main import main; main()"]


def started(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    """The command, begun."""
    return subprocess.Popen([*TORSOR, *map(str, arguments)], **options)


def through_shell(line: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell in which ``torsor`` is the command."""
    shell = (
        f"""torsor() {{ "$PYTHON" -c 'from torsor.cli.main import main; main()' "$@"; }}; {line}"""
    )
    return subprocess.run(
        ["bash", "-c", shell],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHON": sys.executable},
        **options,
    )


def certificate_rows(text: str) -> list[list[str]]:
    """Verdict, claim and detail of every row of a certificate, wrapped cells put together.

    Columns are those of a terminal: a letter with its marks is one.
    """
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("Verdict"))
    starts = [lines[first].index(name) for name in ("Verdict", "Claim", "Detail")]
    rows: list[list[str]] = []
    for line in lines[first + 1 : lines.index("", first)]:
        columns = re.findall(r".[\u0300-\u036f]*", line)
        ends = [*starts[1:], len(columns)]
        cells = ["".join(columns[a:b]) for a, b in zip(starts, ends, strict=True)]
        assert all(cell.endswith("  ") for cell in cells[:-1])
        cells = [normalize("NFC", cell.strip()) for cell in cells]
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells, strict=True)]
    return rows
