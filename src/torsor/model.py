"""What a derivation returns: a robot's exact model, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.vectors import Matrix, Vector
from torsor.mechanics.chain import Chain
from torsor.mechanics.newton_euler import LinkSteps
from torsor.mechanics.tensor_form import TensorForm
from torsor.robot.robot import Robot


@dataclass(frozen=True)
class Model:
    """The exact dynamic model of a robot; every entry an expression in normal form.

    ``tau`` are the generalised driving forces, ``links[i]`` the steps of the two passes at link i
    (0 the base), ``M``, ``C``, ``g`` and ``payload`` the tensor form.
    """

    robot: Robot
    method: str
    seconds: float
    ring: Ring
    chain: Chain
    tau: tuple[Expression, ...]
    links: dict[int, LinkSteps]
    _tensor: Callable[[], TensorForm] = field(repr=False, compare=False)

    @cached_property
    def tensor(self) -> TensorForm:
        """M, C, g and the payload's share, made when first asked for."""
        return self._tensor()

    @property
    def M(self) -> Matrix:
        """The mass matrix M(q)."""
        return self.tensor.M

    @property
    def C(self) -> Matrix:
        """The Christoffel matrix C(q, q̇)."""
        return self.tensor.C

    @property
    def g(self) -> Vector:
        """The gravity vector g(q)."""
        return self.tensor.g

    @property
    def payload(self) -> Vector:
        """The payload's share of the driving forces."""
        return self.tensor.payload

    @property
    def terms(self) -> list[int]:
        """The number of terms of each driving force."""
        return [len(t) for t in self.tau]

    def parse(self, text: str) -> Expression:
        """Read a text expression in the model's symbols."""
        return self.ring.parse(text)

    def _repr_latex_(self) -> str:
        if model_writer is None:
            return repr(self)
        return model_writer(self)

    def __repr__(self) -> str:
        terms = ", ".join(map(str, self.terms))
        return f"<Model of {self.robot.name} by {self.method}: tau has {terms} terms>"


model_writer: Callable[[Any], str] | None = None
"""Set by the package to its writer, which stands in a later room."""
