"""The page ``reference/commands.md``: every command with its ``--help``, as the program prints it.

``python -m docs.make_commands`` writes it anew.
"""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout
from pathlib import Path

from typer.main import get_command

from torsor.cli.main import app, run

PAGE = Path(__file__).with_name("reference") / "commands.md"
HEAD = """\
# Commands

What `torsor COMMAND --help` prints. `ROBOT` is anything that `torsor.load` takes: a name of the
library, a `.toml`, `.urdf` or MJCF file, or a sequence such as `"Rz(q1) tx(l1) Rz(q2)"`.

**Exit status.** 0: done. 1: a proof failed (`verify`), or something differs (`check --strict`).
2: the input is wrong; one sentence on standard error names the file, the place and what was
expected. 130: interrupted. Files are written whole or not at all. Results go to standard output,
remarks to standard error. Fields of `--json`: [JSON](json.md).

`torsor --install-completion` teaches your shell the commands, options and robots.
"""


def help_of(*command: str) -> str:
    """What a command prints for ``--help``, on a terminal of a hundred columns."""
    printed = io.StringIO()
    before = dict(os.environ)
    os.environ["COLUMNS"] = "100"
    try:
        with redirect_stdout(printed):
            run([*command, "--help"])
    finally:
        os.environ.clear()
        os.environ.update(before)
    return printed.getvalue().rstrip()


def page() -> str:
    """The whole page."""
    names = list(get_command(app).commands)  # type: ignore[attr-defined]
    sections = [f"## torsor {name}\n\n```text\n{help_of(name)}\n```\n" for name in names]
    return "\n".join([HEAD, f"```text\n{help_of()}\n```\n", *sections])


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
