"""Followers of followers, whatever file they come from."""

from __future__ import annotations

from fractions import Fraction

import pytest

from torsor.formats.couplings import displacement, follow

RULES = {
    3: (2, Fraction(2), Fraction(1)),
    2: (1, Fraction(-3), Fraction(5)),
    8: (9, Fraction(1), Fraction(0)),
    9: (8, Fraction(1), Fraction(0)),
    7: (8, Fraction(1), Fraction(0)),
}


def test_ratios_multiply_and_offsets_are_carried_along() -> None:
    # q3 = 2 q2 + 1 and q2 = -3 q1 + 5, so that q3 = -6 q1 + 11.
    assert follow(3, RULES, Fraction(1)) == ([3, 2, 1], -6, 11)
    assert follow(1, RULES, Fraction(1)) == ([1], 1, 0)


@pytest.mark.parametrize(("start", "chain"), [(8, [8, 9, 8]), (7, [7, 8, 9, 8])])
def test_a_circle_ends_with_the_joint_met_already(start: int, chain: list[int]) -> None:
    assert follow(start, RULES, Fraction(1))[0] == chain


def test_an_offset_is_an_angle_where_the_joint_turns() -> None:
    turned = displacement("R", Fraction(2), 1, Fraction(1, 2))
    slid = displacement("T", Fraction(2), 1, Fraction(1, 2))
    assert "rad" in str(turned)
    assert "rad" not in str(slid)
    assert slid.replace({"q1": 3}).constant == Fraction(13, 2)
