"""Torsor: the exact dynamic model of a serial robot, as equations, numbers and proofs.

>>> import torsor
>>> model = torsor.derive("rttrr")
>>> [len(force) for force in model.tau]
[229, 14, 52, 102, 60]
"""

from typing import TYPE_CHECKING, Any

# The rooms check, simulate and verify are loaded here, empty as they are, so that the functions
# below, which bear the same names, are what the package shows.
import torsor.check
import torsor.simulate
import torsor.verify  # noqa: F401
from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.derive import derive
from torsor.errors import TorsorError
from torsor.formats.load import library_names, load
from torsor.model import Model
from torsor.robot.robot import Frame, Joint, Link, Payload, Robot
from torsor.why import why

if TYPE_CHECKING:
    from torsor.check.diff import ModelDiff
    from torsor.check.paper import PaperCheck
    from torsor.program.arm import Arm
    from torsor.simulate.results import Result
    from torsor.verify.certificate import Certificate


def verify(robot: Any) -> "Certificate":
    """Prove a robot's model: see ``torsor.verify.certificate``."""
    from torsor.verify.certificate import verify

    return verify(robot)


def check(paper: Any) -> "PaperCheck":
    """Check a paper's printed equations: a library name, a .toml or .tex path, or a ``Paper``."""
    from torsor.check.paper import check_paper

    return check_paper(paper)


def compile(
    robot: Any,
    values: Any = None,
    payload: str = "none",
    threads: int | None = None,
) -> "Arm":
    """The robot's functions as machine code, numbers in: see ``torsor.program.arm``.

    >>> arm = torsor.compile("planar2r", {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0,
    ...     "rx2": 0.5, "ry2": 0, "Izz1": 0.1, "Izz2": 0.1, "g": 9.81})
    >>> arm.gravity([0, 0])
    array([19.62 ,  4.905])
    """
    from torsor.program.arm import compile_robot

    return compile_robot(load(robot), values, payload, threads)


def simulate(robot: Any, scenario: Any, values: Any = None) -> "Result":
    """A motion, or the forces along one, as a scenario (a .toml path or a table) asks."""
    from torsor.simulate.run import simulate

    return simulate(robot, scenario, values)


def diff(a: Any, b: Any, values: Any = None) -> "ModelDiff":
    """Compare two robots' driving forces term by term, weighed where values are given."""
    from torsor.check.diff import diff

    return diff(a, b, values)


def _connect_writers() -> None:
    """Let expressions and models show themselves as LaTeX, through the writers of a later room."""
    from torsor import model
    from torsor.algebra import expression

    def latex(shown: Any, *args: Any, **options: Any) -> str:
        from torsor.write import latex

        return latex(shown, *args, **options)

    def model_latex(shown: Any) -> str:
        from torsor.write import model_latex

        return model_latex(shown)

    expression.latex_writer = latex
    model.model_writer = model_latex


_connect_writers()


def __getattr__(name: str) -> Any:
    """The version and the rooms of pictures and documents, looked up when asked for."""
    if name in ("draw", "report"):
        from importlib import import_module

        return import_module(f"torsor.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("torsor")
    raise AttributeError(f"module 'torsor' has no attribute {name!r}")


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
