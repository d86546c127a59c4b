"""Texts about robots of other kinds: given by bodies, without a chain."""

from __future__ import annotations

from pathlib import Path

import torsor


def test_a_text_on_a_robot_given_by_bodies_is_judged(tmp_path: Path) -> None:
    text = tmp_path / "arm.md"
    text.write_text("$$U = m_1 g l_1 + m_2 g l_2 \\sin q_2$$\n", encoding="utf-8")
    found = torsor.check(text, "rv1a-paper")
    assert [e.target for e in found.equations] == ["U"]
    assert not found.right, "six bodies weigh more than two"
