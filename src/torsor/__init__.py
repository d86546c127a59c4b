"""Torsor: the exact dynamic model of a serial robot, as equations, numbers and proofs.

>>> import torsor
>>> model = torsor.derive("rttrr")
>>> [len(force) for force in model.tau]
[229, 14, 52, 102, 60]
"""

from typing import Any

from torsor.algebra.expression import Expression, Term
from torsor.algebra.ring import Ring
from torsor.derive import derive
from torsor.errors import TorsorError
from torsor.formats.load import library_names, load
from torsor.model import Model
from torsor.robot.robot import Frame, Joint, Link, Payload, Robot


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
    """The version, looked up when asked for: the look-up is slow."""
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
    "derive",
    "library_names",
    "load",
]
