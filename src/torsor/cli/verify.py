"""``torsor verify``: the certificate of a robot's model."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from torsor.cli.common import check_format, deliver_document, print_json
from torsor.cli.options import (
    AS_DESCRIBED,
    FormatOption,
    JsonOption,
    OutputOption,
    RobotArgument,
    Variant,
)
from torsor.cli.terminal import terminal
from torsor.errors import visible

if TYPE_CHECKING:
    from torsor.proof.certificate import Certificate
    from torsor.robot.robot import Robot


def verify(
    robot: RobotArgument,
    format: FormatOption = "text",
    variant: Variant = AS_DESCRIBED,
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Prove a robot's model and print the certificate; exit status 1 if anything fails.

    Newton-Euler, Lagrange and virtual work are derived independently and proven equal; M is proven
    symmetric, Ṁ − 2C skew, energy balanced; the regressor and the base parameters are proven by
    substitution; and the numbers are compared with Pinocchio's where it is installed.

    Examples:

      torsor verify rttrr

      torsor verify puma560 --format markdown -o certificate.md

      torsor verify my-arm.toml --json
    """
    from torsor.proof.certificate import document

    check_format(format, output)
    certificate = _certified(variant.load(robot))
    if json:
        print_json(as_json(certificate), output)
    else:
        deliver_document(document(certificate), format, output)
    if not certificate.holds:
        raise typer.Exit(1)


def _certified(robot: Robot) -> Certificate:
    """Run the checks, with a bar on a terminal."""
    from torsor.proof.certificate import Certificate, run, verify

    if not sys.stderr.isatty():
        return verify(robot)
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    start = perf_counter()
    found = []
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=terminal(sys.stderr), transient=True) as progress:
        task = progress.add_task(visible(f"proving {robot.name}"), total=None)
        for done, total, check in run(robot):
            progress.update(task, completed=done, total=total)
            if check is not None:
                found.append(check)
                progress.update(task, description=check.name)
    return Certificate(robot.name, robot.hypotheses, tuple(found), perf_counter() - start)


def as_json(certificate: Certificate) -> dict[str, Any]:
    """The contract's fields."""
    return {
        "robot": certificate.robot,
        "hypotheses": list(certificate.hypotheses),
        "seconds": certificate.seconds,
        "checks": [
            {"name": c.name, "holds": c.holds, "how": c.how, "detail": c.detail}
            for c in certificate.checks
        ],
    }
