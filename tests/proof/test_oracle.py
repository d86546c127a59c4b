"""Agreement with Pinocchio: found for what is right, and missed for what is not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest
from tests.mechanics.exact import TILTED, TREE

import torsor
from torsor.mechanics.chain import Chain
from torsor.model import Model
from torsor.proof.oracle import pinocchio_agrees


def agreement(robot: Any, kind: type[Model] = Model) -> Any:
    return pinocchio_agrees(kind(torsor.load(robot), "lagrange"))


@pytest.mark.parametrize("robot", ["planar2r", "rttrr", "puma560", "scara", TILTED, TREE])
def test_a_right_model_agrees(robot: Any) -> None:
    check = agreement(robot)
    assert check.holds
    assert check.how == "numeric"
    assert check.detail.startswith("5 random states, relative error ")


@dataclass(frozen=True)
class Longer(Model):
    """The chain with its last link's mass centre moved."""

    @cached_property
    def chain(self) -> Chain:
        right = Model(self.robot).chain
        last = right.links[-1]
        x, y, z = last.body.r_C
        body = replace(last.body, r_C=type(last.body.r_C)((x + 1, y, z)))
        return replace(right, links=(*right.links[:-1], replace(last, body=body)))


def test_a_wrong_one_does_not() -> None:
    assert not agreement("3r", Longer).holds


@pytest.mark.parametrize(
    "rows",
    [
        [{"kind": "R", "axis": "z", "moves": "-q1"}],
        [{"kind": "R", "axis": "z"}, {"kind": "T", "axis": "z", "mimic": {"joint": 1}}],
        [{"kind": "R", "axis": "z", "link": {"mass": -1}}],
    ],
)
def test_what_pinocchio_has_no_counterpart_for_is_left_out(rows: list[dict[str, Any]]) -> None:
    assert agreement({"joint": rows}) is None
