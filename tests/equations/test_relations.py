"""The general vector relations that may stand before their components are true.

They are read from the plain notation (``a[2] = R[2]' (a[1] + …) + …``) and worked out with vectors
and matrices of the model; juxtaposition binds tighter than ``x``, and ``x`` tighter than ``+``.
"""

from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

import pytest
from tests.equations.reading import model, printed

from torsor import Model
from torsor.algebra.scalars.ring import RingScalars
from torsor.mechanics.payload import tool_wrench
from torsor.spatial.vectors import Matrix

STEPS = ("omega", "epsilon", "v", "a", "v_C", "a_C", "F", "N", "f", "n")
TOKEN = re.compile(r"\w+\[\d+\]'?|\w+|[+()-]")


class Reader:
    """A relation's right-hand side, worked out from left to right."""

    def __init__(self, shown: Model, text: str) -> None:
        self.model = shown
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens) == text.replace(" ", "")

    def sum(self) -> Any:
        total = self.cross()
        while self.tokens[:1] == ["+"]:
            self.tokens.pop(0)
            total = total + self.cross()
        return total

    def cross(self) -> Any:
        product = self.product()
        while self.tokens[:1] == ["x"]:
            self.tokens.pop(0)
            product = product.cross(self.product())
        return product

    def product(self) -> Any:
        found = self.factor()
        while self.tokens and self.tokens[0] not in ("+", ")", "x"):
            other = self.factor()
            found = found @ other if isinstance(found, Matrix) else found * other
        return found

    def factor(self) -> Any:
        token = self.tokens.pop(0)
        if token == "(":
            inner = self.sum()
            assert self.tokens.pop(0) == ")"
            return inner
        if "[" not in token:
            return int(token) if token.isdigit() else self.model.ring.symbol(token)
        name, number, transposed = re.fullmatch(r"(\w+)\[(\d+)\]('?)", token).groups()
        value = self.quantity(name, int(number))
        return value.T if transposed else value

    def quantity(self, name: str, number: int) -> Any:
        shown, chain = self.model, self.model.chain
        if number > len(chain.links):  # the load counts as one link more
            tool = tool_wrench(shown.robot, chain, RingScalars(shown.ring))
            return {"R": chain.R_tool, "p": chain.p_tool, "f": tool.f, "n": tool.n}[name]
        if name in STEPS:
            return getattr(shown.links[number], name)
        link = chain.links[number - 1]
        own = {"R": link.R, "p": link.p, "axis": link.axis, "r_C": link.body.r_C}
        return {**own, "I": link.body.I_C}[name]


@pytest.mark.parametrize("robot", ["planar2r", "cartesian", "3r", "trtrr", "rttrr"])
def test_every_step_of_every_link_has_a_true_relation(robot: str) -> None:
    shown = model(robot)
    text = printed(shown, "steps", width=160, relations=True)
    found = {}
    for line in text.splitlines():
        left, equals, right = line.partition(" = ")
        if equals and re.fullmatch(r"\w+\[\d\]", left) and not re.match(r"\(.*, .*, .*\)$", right):
            found[left] = right
    links = range(1, len(shown.robot.joints) + 1)
    assert set(found) == {f"{step}[{i}]" for step in STEPS for i in links}
    for left, right in found.items():
        name, number = re.fullmatch(r"(\w+)\[(\d)\]", left).groups()
        worked_out = Reader(shown, right).sum()
        assert worked_out == getattr(shown.links[int(number)], name), left


def test_relations_are_printed_in_the_papers_hand_before_their_components() -> None:
    text = normalize("NFC", printed(model("trtrr"), "steps", "trtrr", relations=True))
    assert "ω̄₅⁵ = R₅ᵀ ω̄₄⁴ + q̇₅ k̄₅⁵\nω̄₅⁵ = (" in text
    assert "F̄₄⁴ = M₄ āc₄⁴\nF₄x⁴ = " in text
    assert "M̄c₅⁵ = J₅*⁵ ε̄₅⁵ + ω̄₅⁵ × (J₅*⁵ ω̄₅⁵)\n" in text
    assert "R₅ᵀ" not in printed(model("trtrr"), "steps", "trtrr")
