"""The real command in a process of its own, for what signals and descriptors do to it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

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
