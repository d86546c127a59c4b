"""``torsor check``: a paper's printed equations against the derived ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from torsor.cli.common import check_format, deliver, deliver_document, print_json, working
from torsor.cli.options import JsonOption, OutputOption, complete_robot

if TYPE_CHECKING:
    from torsor.referee.paper_check import PaperCheck
    from torsor.robot.robot import Robot


def complete_paper(incomplete: str) -> list[str]:
    """Paper names, for the shell's completion."""
    from torsor.referee.paper import paper_names

    return [name for name in paper_names() if name.startswith(incomplete)]


def check(
    paper: Annotated[
        str,
        typer.Argument(
            help="A paper of the library, a .toml of your own, a .tex that Torsor wrote; with "
            "--robot any text: .tex, .md, .rst, .m, .py, .c.",
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
    notation: Annotated[str, typer.Option(help="With --init: the paper's notation.")] = "",
    robot: Annotated[
        str,
        typer.Option(
            help="The robot that any author's text is about: a library name, a file, a sequence.",
            autocompletion=complete_robot,
            show_default=False,
        ),
    ] = "",
    structure: Annotated[
        str, typer.Option(help="In the robot's stead: its joints, as RRR.", show_default=False)
    ] = "",
    axes: Annotated[
        str, typer.Option(help="With --structure: the joints' axes, as zyy.", show_default=False)
    ] = "",
    let: Annotated[
        list[str] | None,
        typer.Option(
            help="What a symbol of the text stands for, as 'I_1 = Izz1 + m1*rx1^2', or a "
            "coordinate, as 'q2 = theta2 - theta1'; may be repeated.",
            show_default=False,
        ),
    ] = None,
    dictionary: Annotated[
        str,
        typer.Option(
            help="A file of such lines, as --write-dictionary writes.", show_default=False
        ),
    ] = "",
    write_dictionary: Annotated[
        str,
        typer.Option(
            help="Write the dictionary that was found, to be corrected.", show_default=False
        ),
    ] = "",
    format: Annotated[
        str, typer.Option(help="text, latex, markdown, html, typst, docx (Word) or json.")
    ] = "text",
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Check published equations against derived ones, term by term.

    With --robot it checks any author's text. What its symbols stand for is found from its equations
    and told as a dictionary; what could be meant in two ways is asked, and --let answers. Right is
    what was wholly read and is exactly equal; what could not be read is listed with its place. Exit
    status 0 when something could be read, 2 when nothing could; 1 with --strict if anything
    differs, is unread or is still asked.

    Examples:

      torsor check trtrr

      torsor check --all --json

      torsor check my-paper.toml --format html -o errata.html

      torsor check manuscript.tex --robot arm.toml

      torsor check notes.md --robot planar2r --let "q1 = theta1 - pi/2" --format html -o notes.html

      torsor check dynamics.m --structure RRR --axes zyy --write-dictionary dynamics.toml

      torsor check --init rttrr manuscript.tex -o my-paper.toml
    """
    from torsor.referee.dictionary.dictionary_file import read_dictionary
    from torsor.referee.errata import as_json, document
    from torsor.referee.paper import paper_names
    from torsor.referee.paper_check import check as check_text
    from torsor.referee.paper_check import check_paper

    if init:
        _init(init, paper, notation, output)
        return
    text = bool(robot or structure or dictionary or let)
    _refuse(paper, everything, text, robot, structure, axes, write_dictionary)
    check_format(format, output, "json")
    with working(f"checking {paper}" if paper else "checking"):
        if text:
            about = _robot(robot, structure, axes)
            found = [check_text(paper, about, let or (), dictionary or None)]
        else:
            found = [check_paper(name) for name in (paper_names() if everything else (paper,))]
    if write_dictionary:
        source = robot or ("" if structure else read_dictionary(dictionary)[0])
        _write_dictionary(found[0], source, _robot(source, structure, axes), write_dictionary)
    if json or format == "json":
        print_json({"papers": [as_json(check) for check in found]}, output)
    else:
        deliver_document(document(found, format), format, output)
    if strict and not all(check.right for check in found):
        raise typer.Exit(1)


def _refuse(
    paper: str,
    everything: bool,
    text: bool,
    robot: str,
    structure: str,
    axes: str,
    write_dictionary: str,
) -> None:
    """Refuse options that do not go together, each with what to type instead."""
    from torsor.errors import TorsorError
    from torsor.referee.paper import paper_names

    if text and everything:
        raise TorsorError("--all is for the library's papers, which name their robots themselves")
    if text and not paper:
        raise TorsorError("expected the path of a text: torsor check TEXT --robot ROBOT")
    if everything == bool(paper):
        raise TorsorError("expected the name of a paper, or --all")
    if text and paper in paper_names() and not Path(paper).is_file():
        raise TorsorError(
            f"{paper} is a paper of the library, which names its robot itself: torsor check {paper}"
        )
    if robot and structure:
        raise TorsorError("expected --robot or --structure, not both")
    if axes and not structure:
        raise TorsorError("--axes is for --structure: --structure RRR --axes zyy")
    if write_dictionary and not text:
        raise TorsorError("--write-dictionary is for a text with --robot")


def _robot(robot: str, structure: str, axes: str) -> Robot | None:
    """The robot that is named, or one of the structure that is given."""
    from torsor.formats.load import load
    from torsor.formats.structure import new
    from torsor.formats.toml.reader import read_toml

    if structure:
        return read_toml(str(new(structure, axes)), structure)
    return load(robot) if robot else None


def _write_dictionary(check: PaperCheck, source: str, robot: Robot | None, file: str) -> None:
    """The dictionary that was found; a robot's file is named as it is seen from there."""
    from torsor.referee.dictionary.coordinate_lines import write_coordinates
    from torsor.referee.dictionary.dictionary_file import write_dictionary

    found = check.dictionary
    if found is None or robot is None:
        return
    if Path(source).is_file():
        source = os.path.relpath(source, Path(file).parent)
    lines = write_coordinates(check.model.robot, robot, found.coordinates)
    deliver(write_dictionary(found, source, lines), file)


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
