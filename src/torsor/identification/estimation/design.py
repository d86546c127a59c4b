"""All candidate columns side by side: base parameters, then the terms of the drives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from torsor.algebra.arrays import Array
from torsor.identification.regression.drives import Term
from torsor.identification.regression.geometry import Geometry
from torsor.identification.regression.samples import Samples


@dataclass(frozen=True, eq=False)
class Design:
    """The columns that a law may have, in order: base parameters, terms of the drives."""

    geometry: Geometry
    samples: Samples

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return int(self.samples.tau.shape[1])

    @cached_property
    def base(self) -> Array:
        """C of the base parameters, by the felt columns."""
        C: Array = self.geometry.grouping.C[self.geometry.felt]
        return C

    @property
    def first_term(self) -> int:
        """Where the terms of the drives begin."""
        return int(self.base.shape[1])

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the drives, in order."""
        return self.samples.terms

    def terms_of(self, drive: int) -> list[int]:
        """The columns of a drive's terms."""
        return [self.first_term + k for k, term in enumerate(self.terms) if term.drive == drive]

    def term(self, column: int) -> Term:
        """The term of a column."""
        return self.terms[column - self.first_term]

    @cached_property
    def columns(self) -> list[Array]:
        """Every column of each coordinate, (m, p)."""
        s = self.samples
        return [np.concatenate([s.X[:, j] @ self.base, s.driven(j)], axis=1) for j in range(self.n)]

    def name(self, column: int) -> str:
        """What a column's coefficient is called: ``Lzz1``, ``fv3``."""
        if column < self.first_term:
            return self.geometry.grouping.names[column]
        return self.term(column).name

    def stacked(self, chosen: Sequence[int], weights: Array) -> tuple[Array, Array]:
        """Some columns and the forces of all usable rows, weighted: coordinate after coordinate."""
        some, s = list(chosen), self.samples
        rows = [(j, s.usable[:, j]) for j in range(self.n)]
        A = np.concatenate([self.columns[j][use][:, some] * weights[j] for j, use in rows])
        return A, np.concatenate([s.tau[use, j] * weights[j] for j, use in rows])
