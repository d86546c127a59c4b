"""Closed forms that are too large are told beforehand, in one sentence that says what to do."""

import pytest

import torsor
from torsor.errors import TooLargeError
from torsor.size import LARGEST, estimated_terms

LONG = " ".join(f"R{'zyx'[k % 3]}(q{k + 1}) tx(l{k + 1})" for k in range(30))


@pytest.mark.parametrize("name", ["puma560", "iiwa", "panda", "ur5", "stanford", "rv1a"])
def test_the_estimate_is_near_the_truth(name):
    robot = torsor.load(name)
    terms = sum(len(t) for t in torsor.derive(robot).tau)
    assert terms / 4 < estimated_terms(robot) < terms * 4


@pytest.mark.parametrize("ask", [torsor.derive, torsor.verify])
def test_thirty_joints_are_refused_at_once_and_told_what_to_use(ask):
    with pytest.raises(TooLargeError, match=r"more than 1,500,000.*torsor\.compile") as refused:
        ask(LONG)
    assert "\n" not in str(refused.value)
    assert estimated_terms(torsor.load(LONG)) > LARGEST


def test_seven_axes_with_right_angles_are_made():
    assert sum(len(t) for t in torsor.derive("panda").tau) > 50_000
