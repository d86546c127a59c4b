"""The ``torsor`` command: one clear sentence and exit status 2 for anything wrong going in."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from torsor.algebra.budget import budget
from torsor.cli.actuators import actuators
from torsor.cli.cad import cad
from torsor.cli.check import check
from torsor.cli.code import code
from torsor.cli.common import reads_robots
from torsor.cli.derive import derive
from torsor.cli.diff import diff
from torsor.cli.draw import draw
from torsor.cli.evaluate import evaluate
from torsor.cli.export import export
from torsor.cli.list import list_robots
from torsor.cli.new import new
from torsor.cli.ops import ops
from torsor.cli.report import report
from torsor.cli.show import show
from torsor.cli.simulate import simulate
from torsor.cli.verify import verify
from torsor.cli.why import why
from torsor.errors import TorsorError

COMMAND = 14.0
"""Gigabytes of exact arithmetic that one command may take in all: some eight seconds."""

app = typer.Typer(
    name="torsor",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="The exact dynamic model of a serial robot: equations to read, numbers to trust.",
    epilog="Begin with: torsor list; torsor show rttrr; torsor derive rttrr",
)
app.command("list")(list_robots)
app.command("show")(reads_robots(show))
app.command("new")(new)
app.command("cad")(cad)
app.command("derive")(reads_robots(derive))
app.command("eval")(reads_robots(evaluate))
app.command("why")(reads_robots(why))
app.command("verify")(reads_robots(verify))
app.command("check")(check)
app.command("ops")(reads_robots(ops))
app.command("diff")(diff)
app.command("code")(reads_robots(code))
app.command("export")(reads_robots(export))
app.command("simulate")(reads_robots(simulate))
app.command("actuators")(reads_robots(actuators))
app.command("report")(reads_robots(report))
app.command("draw")(reads_robots(draw))


def _version(wanted: bool) -> None:
    if wanted:
        from torsor import __version__

        print(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """The exact dynamic model of a serial robot: equations to read, numbers to trust."""


def main() -> None:
    """Run the command line; what it prints is UTF-8, as what it writes to files."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status."""
    try:
        with budget(COMMAND):
            result = app(args=arguments or ["--help"], prog_name="torsor", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(getattr(error, "format_message", error.__str__)())
    except TorsorError as error:
        return _complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        print("torsor: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader went away (as `| head` does): nothing more to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except MemoryError:
        return _complain("out of memory")
    except RecursionError:
        return _complain("nested too deep")
    return result if isinstance(result, int) else 0


def _complain(sentence: str) -> int:
    line = "".join(ch if ch.isprintable() else "?" for ch in " ".join(sentence.split()))
    print(f"torsor: {line}", file=sys.stderr)
    return 2
