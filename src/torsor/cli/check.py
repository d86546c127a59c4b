"""``torsor check``: a paper's printed equations against the derived ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torsor.cli.common import deliver, deliver_document, print_json, working
from torsor.cli.options import JsonOption, OutputOption


def complete_paper(incomplete: str) -> list[str]:
    """Paper names, for the shell's completion."""
    from torsor.referee.paper import paper_names

    return [name for name in paper_names() if name.startswith(incomplete)]


def check(
    paper: Annotated[
        str,
        typer.Argument(
            help="A paper of the library, a .toml of your own, or a .tex that Torsor wrote.",
            autocompletion=complete_paper,
            show_default=False,
        ),
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every paper of the library.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit status 1 if anything differs or is unread.")
    ] = False,
    init: Annotated[
        str,
        typer.Option(
            "--init",
            help="A robot: write a paper file to start from, out of the .tex given as PAPER.",
            show_default=False,
        ),
    ] = "",
    notation: Annotated[
        str, typer.Option(help="With --init: the paper's notation, by name or a .toml of your own.")
    ] = "",
    format: Annotated[
        str, typer.Option(help="text, latex, markdown, html, typst or json.")
    ] = "text",
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Check published equations against derived ones, term by term.

    What could not be read wholly is listed as not checked, with its place. Exit status 0 when
    something could be read, 2 when nothing could; 1 with --strict if anything differs or is unread.

    Examples:

      torsor check trtrr

      torsor check --all --json

      torsor check my-paper.toml --format html -o errata.html

      torsor check --init rttrr manuscript.tex -o my-paper.toml
    """
    from torsor.document import known_format
    from torsor.errors import TorsorError
    from torsor.referee.errata import as_json, document
    from torsor.referee.paper import paper_names
    from torsor.referee.paper_check import check_paper

    if init:
        _init(init, paper, notation, output)
        return
    if everything == bool(paper):
        raise TorsorError("expected the name of a paper, or --all")
    if format != "json":
        known_format(format, "json")
    with working("checking"):
        found = [check_paper(name) for name in (paper_names() if everything else (paper,))]
    if json or format == "json":
        print_json({"papers": [as_json(check) for check in found]}, output)
    else:
        deliver_document(document(found, format), format, output)
    if strict and not all(check.right for check in found):
        raise typer.Exit(1)


def _init(robot: str, file: str, notation: str, output: str) -> None:
    from torsor.derivation import derive
    from torsor.errors import TorsorError
    from torsor.formats.load import read_text
    from torsor.notation.notation import load_notation
    from torsor.referee.displays import write_paper_template
    from torsor.referee.paper import LARGEST
    from torsor.referee.paths import is_notation_file, is_robot_file, path_from

    if not file:
        raise TorsorError("--init ROBOT needs the .tex file as well")
    text = read_text(Path(file), LARGEST)
    model = derive(robot)
    asked = notation or model.robot.notation or "standard"
    hand = load_notation(asked)
    named = path_from(output, asked) if is_notation_file(asked) else asked
    of = path_from(output, robot) if is_robot_file(robot) else robot
    deliver(write_paper_template(model, hand, text, of, Path(file).stem, named), output)
