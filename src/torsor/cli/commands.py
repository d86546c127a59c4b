"""The table of commands."""

from __future__ import annotations

from typing import Annotated

import typer

from torsor.cli.actuators import actuators
from torsor.cli.atlas import atlas
from torsor.cli.cad import cad
from torsor.cli.check import check
from torsor.cli.classify import classify
from torsor.cli.code import code
from torsor.cli.demo import demo
from torsor.cli.derive import derive
from torsor.cli.diff import diff
from torsor.cli.draw import draw
from torsor.cli.evaluate import evaluate
from torsor.cli.excite import excite
from torsor.cli.export import export
from torsor.cli.identify import identify
from torsor.cli.list import list_robots
from torsor.cli.new import new
from torsor.cli.ops import ops
from torsor.cli.options import reads_robots
from torsor.cli.report import report
from torsor.cli.show import show
from torsor.cli.simulate import simulate
from torsor.cli.studio import studio
from torsor.cli.study import study
from torsor.cli.value_template import values
from torsor.cli.verify import verify
from torsor.cli.why import why

app = typer.Typer(
    name="torsor",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="The exact dynamic model of a serial robot: equations to read, numbers to trust.",
    epilog="Begin with: torsor demo; torsor list; torsor show rttrr; torsor derive rttrr",
)
app.command("demo")(demo)
app.command("list")(list_robots)
app.command("show")(reads_robots(show))
app.command("new")(new)
app.command("cad")(cad)
app.command("values")(reads_robots(values))
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
app.command("excite")(reads_robots(excite))
app.command("identify")(reads_robots(identify))
app.command("study")(study)
app.command("atlas")(atlas)
app.command("classify")(reads_robots(classify))
app.command("report")(reads_robots(report))
app.command("draw")(reads_robots(draw))
app.command("studio")(studio)


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
