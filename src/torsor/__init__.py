"""Torsor: the exact dynamic model of a serial robot, as equations, numbers and proofs.

>>> import torsor
>>> model = torsor.derive("rttrr")
>>> [len(force) for force in model.tau]
[229, 14, 52, 102, 60]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from torsor import hooks
from torsor.errors import TorsorError, UnknownAttributeError, suggestion

if TYPE_CHECKING:
    from torsor.algebra.expression import Expression
    from torsor.algebra.ring import Ring
    from torsor.algebra.terms import Term
    from torsor.derivation import derive
    from torsor.explanation import why
    from torsor.formats.load import library_names, load
    from torsor.model import Model
    from torsor.motion.results import Result
    from torsor.program.arm import Arm
    from torsor.proof.certificate import Certificate
    from torsor.referee.model_diff import ModelDiff
    from torsor.referee.paper_check import PaperCheck
    from torsor.robot.robot import Frame, Joint, Link, Payload, Robot

LATER = {
    "Expression": "torsor.algebra.expression",
    "Term": "torsor.algebra.terms",
    "Ring": "torsor.algebra.ring",
    "Model": "torsor.model",
    "Frame": "torsor.robot.robot",
    "Joint": "torsor.robot.robot",
    "Link": "torsor.robot.robot",
    "Payload": "torsor.robot.robot",
    "Robot": "torsor.robot.robot",
    "derive": "torsor.derivation",
    "library_names": "torsor.formats.load",
    "load": "torsor.formats.load",
    "why": "torsor.explanation",
}
"""Where a name comes from when it is first asked for: `torsor --help` needs none of them."""

ROOMS = {"draw": "torsor.drawing", "report": "torsor.reporting"}
"""Rooms that are used as they are."""


def verify(robot: Any) -> "Certificate":
    """Prove a robot's model: see ``torsor.proof.certificate``."""
    from torsor.proof.certificate import verify

    return verify(robot)


def check(paper: Any) -> "PaperCheck":
    """Check a paper's printed equations: a library name, a .toml or .tex path, or a ``Paper``."""
    from torsor.referee.paper_check import check_paper

    return check_paper(paper)


def compile(
    robot: Any,
    values: Any = None,
    payload: str = "none",
    threads: int | None = None,
) -> "Arm":
    """The robot's functions as machine code, numbers in: see ``torsor.program.arm``.

    >>> import torsor
    >>> arm = torsor.compile("planar2r", {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0,
    ...     "rx2": 0.5, "ry2": 0, "Izz1": 0.1, "Izz2": 0.1, "g": 9.81})
    >>> arm.gravity([0, 0])
    array([19.62 ,  4.905])
    """
    from torsor.formats.load import load
    from torsor.program.arm import compile_robot

    return compile_robot(load(robot), values, payload, threads)


def simulate(robot: Any, scenario: Any, values: Any = None) -> "Result":
    """A motion, or the forces along one, as a scenario (a .toml path or a table) asks."""
    from torsor.motion.simulation import simulate

    return simulate(robot, scenario, values)


def diff(a: Any, b: Any, values: Any = None) -> "ModelDiff":
    """Compare two robots' driving forces term by term, weighed where values are given."""
    from torsor.referee.model_diff import diff

    return diff(a, b, values)


def _latex(shown: Any, *args: Any, **options: Any) -> str:
    from torsor.equations import latex

    return latex(shown, *args, **options)


def _model_latex(shown: Any) -> str:
    from torsor.equations import model_latex

    return model_latex(shown)


hooks.writers |= {"expression": _latex, "model": _model_latex}


def __getattr__(name: str) -> Any:
    """Names that are looked up when they are first asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("torsor")
    if name in ROOMS:
        return import_module(ROOMS[name])
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    hint = "" if name.startswith("_") else suggestion(name, [*__all__, *ROOMS])
    raise UnknownAttributeError(f"module 'torsor' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Expression",
    "Frame",
    "Joint",
    "Link",
    "Model",
    "Payload",
    "Ring",
    "Robot",
    "Term",
    "TorsorError",
    "__version__",
    "check",
    "compile",
    "derive",
    "diff",
    "library_names",
    "load",
    "simulate",
    "verify",
    "why",
]
