"""What the commands share: the robot argument, files written whole, and a sign of life."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from torsor.cli.terminal import terminal
from torsor.errors import UNSEEN, TorsorError, shown, visible
from torsor.files import write_file

if TYPE_CHECKING:
    from torsor.robot.robot import Robot


def complete_robot(incomplete: str) -> list[str]:
    """Library names, for the shell's completion."""
    from torsor.formats.load import library_names

    return [name for name in library_names() if name.startswith(incomplete)]


def complete_notation(incomplete: str) -> list[str]:
    """Notation names, for the shell's completion."""
    from torsor.notation.notation import notation_names

    return [name for name in notation_names() if name.startswith(incomplete)]


RobotArgument = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help="A library name, a .toml, .urdf or MJCF (.xml) file, or a sequence such as "
        "'Rz(q1) tx(l1) Rz(q2)'.",
        autocompletion=complete_robot,
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for another program.")]
PayloadOption = Annotated[
    str,
    typer.Option(
        "--payload",
        help="The load: wrench, wrench-base, body, weight or none; as the robot says if not given.",
        show_default=False,
    ),
]
AssumeOption = Annotated[
    list[str],
    typer.Option(
        "--assume",
        help="A further hypothesis, as com_at_origin or 'Ixy3 = 0'; may be repeated.",
        show_default=False,
    ),
]
NoHypothesesOption = Annotated[
    bool, typer.Option("--no-hypotheses", help="Leave the robot's declared hypotheses out.")
]
WithOption = Annotated[
    list[str],
    typer.Option(
        "--with",
        help="Give every joint friction, rotors or springs, symbolic; may be repeated.",
        show_default=False,
    ),
]
OutputOption = Annotated[
    str, typer.Option("-o", "--output", help="Write to a file, whole or not at all.")
]
FILE_OPTIONS = {
    "tip": Annotated[
        str,
        typer.Option("--tip", help="URDF, MJCF: the link with the tool.", show_default=False),
    ],
    "rest": Annotated[
        str,
        typer.Option(
            "--rest",
            help="With --tip: what is beside the chain is lumped into it, or kept.",
            show_default="lumped",
        ),
    ],
    "symbolic": Annotated[
        str,
        typer.Option(
            "--symbolic",
            help="Symbols for the file's numbers, by commas: inertias, lengths.",
            show_default=False,
        ),
    ],
    "exact_angles": Annotated[
        str,
        typer.Option(
            "--exact-angles",
            help="URDF, MJCF: off takes angles near a multiple of 15° as they are written.",
            show_default="on",
        ),
    ],
    "without_constraints": Annotated[
        list[str],
        typer.Option(
            "--without-constraint",
            help="MJCF: leave out the constraint of this name, and say so; may be repeated.",
            show_default=False,
        ),
    ],
}
"""How a robot's file is read: options of every command that takes a ROBOT."""


def reads_robots(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with the options of ``FILE_OPTIONS``, which load its ROBOT before it runs."""
    import inspect
    from functools import wraps
    from typing import get_type_hints

    hints = get_type_hints(command, include_extras=True)
    robots = [name for name, hint in hints.items() if hint == RobotArgument]

    @wraps(command)
    def run(**given: Any) -> Any:
        options = {key: given.pop(key) for key in FILE_OPTIONS}
        if any(options.values()):
            for name in robots:
                given[name] = _loaded(given[name], options)
        return command(**given)

    signature = inspect.signature(command)
    own = [
        p.replace(annotation=hints.get(n, p.annotation)) for n, p in signature.parameters.items()
    ]
    more = [
        inspect.Parameter(
            key,
            inspect.Parameter.KEYWORD_ONLY,
            default=[] if key == "without_constraints" else "",
            annotation=hint,
        )
        for key, hint in FILE_OPTIONS.items()
    ]
    run.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    run.__annotations__ = {**hints, **FILE_OPTIONS}
    return run


def _loaded(spec: str, options: dict[str, Any]) -> Robot:
    from torsor.formats.load import load

    angles = options["exact_angles"] or "on"
    if angles not in ("on", "off"):
        raise TorsorError(f"--exact-angles {shown(angles)}: expected on or off")
    return load(
        spec,
        tip=options["tip"],
        rest=options["rest"],
        symbolic=tuple(part.strip() for part in options["symbolic"].split(",") if part.strip()),
        exact_angles=angles == "on",
        without_constraints=options["without_constraints"],
    )


def robot_from(
    spec: str | Robot,
    payload: str,
    assume: list[str],
    no_hypotheses: bool,
    with_: list[str] | None = None,
) -> Robot:
    """The robot that the options ask for."""
    from torsor.formats.load import load
    from torsor.robot.hypotheses import assume as declare

    robot = load(spec)
    if no_hypotheses:
        robot = robot.declared
    if payload:
        kind, _, axes = payload.partition("-")
        robot = robot.with_payload(kind, axes or "tool")
    for what in with_ or []:
        for part in what.split(","):
            robot = robot.with_drives(part.strip())
    return declare(robot, *assume) if assume else robot


def print_json(data: Any, output: str = "") -> None:
    """One JSON document, on standard output if no file is named.

    It has no NaN and no infinity, and what is not seen is written as an escape.
    """
    place = not_finite(data)
    if place:
        raise TorsorError(f"{place} is not a finite number, and JSON has no other")
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    deliver(UNSEEN.sub(_escape, text) + "\n", output)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


def not_finite(data: Any, place: str = "") -> str:
    """Where in plain data the first number stands that is not finite, as ``M[0][1]``; else ""."""
    if isinstance(data, float):
        return "" if isfinite(data) else place or "the result"
    entries: Iterable[tuple[str, Any]] = ()
    if isinstance(data, Mapping):
        entries = ((f"{place}.{key}" if place else str(key), value) for key, value in data.items())
    elif isinstance(data, (list, tuple)):
        entries = ((f"{place}[{k}]", value) for k, value in enumerate(data))
    return next(filter(None, (not_finite(value, name) for name, value in entries)), "")


def deliver(text: str, output: str) -> None:
    """To a file, whole or not at all, or to standard output."""
    if not output:
        sys.stdout.write(text)
        return
    write_file(output, text)
    print(f"wrote {output}", file=sys.stderr)


@contextmanager
def working(what: str) -> Iterator[None]:
    """A spinner on a terminal's standard error once the work has taken a second."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()

    def spin() -> None:
        if done.wait(1.0):
            return
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=terminal(sys.stderr), transient=True) as progress:
            progress.add_task(visible(what), total=None)
            done.wait()

    thread = threading.Thread(target=spin, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
