"""The page "coming from another toolbox": every line of ours runs, and Pinocchio's say the same."""

from __future__ import annotations

import re
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.docs.blocks import ROOT, blocks

import torsor

PAGE = ROOT / "docs" / "how-to" / "coming-from.md"
ROW = re.compile(r"^\| (?P<theirs>.+) \| (?P<ours>`.+) \|$", re.M)
CODE = re.compile(r"`([^`]+)`")


def rows(heading: str = "") -> list[tuple[str, str]]:
    """The calls side by side; of one section, if it is named."""
    text = PAGE.read_text("utf-8")
    if heading:
        text = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
        assert text
    found = [(CODE.findall(row["theirs"]), CODE.findall(row["ours"])) for row in ROW.finditer(text)]
    return [(theirs[0] if theirs else "", ours[0]) for theirs, ours in found]


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the page's first block defines."""
    block = next(b for b in blocks(PAGE) if b.language == "python")
    found: dict[str, Any] = {}
    exec(compile(block.text, block.place, "exec"), found)
    return found


@pytest.mark.parametrize("ours", dict.fromkeys(ours for _, ours in rows()))
def test_our_side_of_each_line_runs(names: dict[str, Any], ours: str) -> None:
    with chdir(ROOT):
        assert eval(ours, names) is not None


def test_no_line_was_overlooked() -> None:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert len(lines) == len(rows()) + 4  # one head a table


def test_pinocchio_s_side_says_the_same(tmp_path: Path) -> None:
    """On an arm without damping, which Pinocchio's rnea leaves out."""
    pin = pytest.importorskip("pinocchio")
    described = (ROOT / "examples" / "arm.urdf").read_text("utf-8")
    assert '<dynamics damping="0.4"/>' in described
    file = tmp_path / "arm.urdf"
    file.write_text(described.replace('<dynamics damping="0.4"/>', ""), "utf-8")
    arm = torsor.compile(torsor.load(file, exact_angles=False))
    q, dq, ddq = (np.array(row) for row in ([0.3, -0.4, 0.5], [0.6, 0.7, -0.8], [0.9, -1.0, 1.1]))
    model = pin.buildModelFromUrdf(str(file))
    theirs = {"pin": pin, "model": model, "data": model.createData(), "q": q, "v": dq, "a": ddq}
    ours = {"arm": arm, "np": np, "q": q, "dq": dq, "ddq": ddq}
    theirs["tau"] = ours["tau"] = arm.inverse_dynamics(q, dq, ddq)
    compared = 0
    for left, right in rows("Pinocchio"):
        if not right.startswith("arm.") or "link" in right:
            continue
        alike = r"pin\.(rnea|aba|crba|nonLinear\w+|compute(Gen|Kin|Pot)\w+)\(.*\)"
        if not re.fullmatch(alike, left):
            continue
        expected = eval(left, theirs)
        if "crba" in left:
            expected = np.triu(expected) + np.triu(expected, 1).T
        np.testing.assert_allclose(eval(right, ours), expected, rtol=1e-10, atol=1e-12)
        compared += 1
    assert compared == 7


def test_the_page_is_in_the_site() -> None:
    assert "how-to/coming-from.md" in Path(ROOT / "zensical.toml").read_text("utf-8")
