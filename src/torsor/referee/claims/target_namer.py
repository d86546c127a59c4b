"""Which target a name stands for, by its letters and by what its value has in it."""

from __future__ import annotations

from torsor.referee.claims.content import Content, content_of
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.claims.names import (
    FAMILY,
    GRAVITY,
    KINETIC,
    LAGRANGIAN,
    MASS,
    NUMBERED,
    POTENTIAL,
    Families,
    find_roles,
    name_of,
)
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import Derivative, Entry, Node


class TargetNamer:
    """Names the targets of one text's equations."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.count = evaluator.count
        roles = find_roles(evaluator.statements, evaluator.coordinates.vectors)
        self.negative = {name for name, role in roles.items() if role.startswith("-")}
        """What stands with a minus in the equation of motion, as in M q̈ + C q̇ − G = τ."""
        self.roles = {name: role.removeprefix("-") for name, role in roles.items()}
        families = Families(evaluator, self.roles)
        self.wide, self.tall = families.wide, families.tall

    def is_negative(self, name: str) -> bool:
        """Whether the text means the negative of what it calls so."""
        match = NUMBERED.match(name)
        stem = match[1] if match and match[1] in self.roles else name
        return stem in self.negative

    def target_of(self, side: Node, value: Node, number: int) -> str:
        """The target that a side names, by its letters and by what the value is; or nothing."""
        derivative = self._derivative_target(side)
        if derivative:
            return derivative
        name = name_of(side)
        if not name or name in self.evaluator.coordinates.number:
            return ""
        try:
            content = content_of(self.evaluator.value(value, number))
        except UnreadError:
            if self._plainly(name):
                raise
            return ""
        if content.shape == (self.count, self.count) and self.count > 1:
            return self._table_target(name, content)
        if len(content.shape) == 2 and 1 in content.shape and self.count in content.shape:
            return self._column_target(name, content)
        return self._scalar_target(side, name, content) if content.shape == (1, 1) else ""

    def _plainly(self, name: str) -> bool:
        """Whether a name is a target whatever its value."""
        match = FAMILY.match(name)
        letter = match[1] if match else name
        return self.roles.get(letter, "") in ("M", "C", "g") or letter in MASS

    def _table_target(self, name: str, content: Content) -> str:
        role = self.roles.get(name, "")
        if content.rates == {1} and not content.accelerated:
            return "C"
        if role == "C" or name == "C":
            return "C" if content.moving or content.rates - {0} else ""  # else friction
        if role == "M" or name in MASS:
            return "M" if content.moving or content.symmetric or role == "M" else ""
        return ""

    def _column_target(self, name: str, content: Content) -> str:
        role = self.roles.get(name, "")
        still = content.rates <= {0} and not content.accelerated
        if still and (role == "g" or name in GRAVITY):
            return "g" if content.moving or role == "g" else ""
        if content.accelerated:
            return "g" if name in ("g", "G") else ""
        if content.rates == {2}:
            return "Cdq"
        if name in ("g", "G"):
            return "g"  # with a slip in it
        if content.rates == {0, 2}:
            return "h"
        return "Cdq" if 2 in content.rates and (role or name in ("h", "V", "c", "C")) else ""

    def _scalar_target(self, side: Node, name: str, content: Content) -> str:
        family = FAMILY.match(name)
        if family and max(int(family[2]), int(family[3])) <= self.count:
            kind = self.wide.get(family[1], "")
            if kind:
                return f"{kind}[{family[2]},{family[3]}]"
        if isinstance(side, Entry) and len(side.indices) == 2 and max(side.indices) <= self.count:
            kind = self.wide.get(name, "")
            return f"{kind}[{side.indices[0]},{side.indices[1]}]" if kind else ""
        if name in LAGRANGIAN and {0, 2} & content.rates:
            return "L"
        match = KINETIC.match(name)
        if match and 2 in content.rates and not content.accelerated:
            return f"K[{match[2]}]" if match[2].isdigit() else "K"
        match = POTENTIAL.match(name)
        if match and 0 in content.rates and (content.moving or match[2].isdigit()):
            if not content.accelerated or match[1] in ("U", "V"):
                return f"U[{match[2]}]" if match[2].isdigit() else "U"
        return self._numbered_target(side, name, content)

    def _numbered_target(self, side: Node, name: str, content: Content) -> str:
        """g_1, h_2, V_3: a component of a column."""
        numbered = NUMBERED.match(name)
        index = int(numbered[2]) if numbered else 0
        letter = numbered[1] if numbered else name
        if isinstance(side, Entry) and len(side.indices) == 1:
            index, letter = side.indices[0], name
        if not 1 <= index <= self.count:
            return ""
        role = self.roles.get(letter, "")
        column = self.tall.get(letter, "")
        if column:
            return f"{column}[{index}]"
        if content.accelerated:
            return ""
        if content.rates == {2} and (role or letter in ("h", "V", "C", "c", "v", "n", "N")):
            return f"Cdq[{index}]"
        if content.rates <= {0} and (role == "g" or letter in GRAVITY):
            return f"g[{index}]" if content.moving or not content.names else ""
        return ""

    def _derivative_target(self, side: Node) -> str:
        """∂L/∂q̇, its rate and ∂L/∂q, of the Lagrangian or the kinetic energy."""
        rate = isinstance(side, Derivative) and side.by is None
        inner = side.of if rate and isinstance(side, Derivative) else side
        if not isinstance(inner, Derivative) or inner.by is None:
            return ""
        name = name_of(inner.of)
        k = self.evaluator.coordinates.number.get(inner.by.name)
        if k is None or not (name in LAGRANGIAN or KINETIC.match(name)):
            return ""
        if inner.by.dots == 1:
            return f"dp[{k}]" if rate else f"p[{k}]"
        return f"L_q[{k}]" if name in LAGRANGIAN and not rate else ""
