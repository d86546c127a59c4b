"""The five papers: what is wrong in them is found, and explained as an editor would."""

from __future__ import annotations

import re
import time
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Command
from tests.referee.latex import compiles, sound

from torsor.algebra.terms import Term
from torsor.document import FORMATS, write
from torsor.document.escaping import escape_latex, escape_markdown, escape_typst
from torsor.equations.tree import key
from torsor.referee.comparing.slips import KINDS
from torsor.referee.errata import document
from torsor.referee.errata.equation_blocks import COLOURED
from torsor.referee.errata.printed_labels import print_label
from torsor.referee.paper import paper_names
from torsor.referee.paper_check import PaperCheck, check_paper

HERE = Path(__file__).parent
SCANS = HERE.parents[2] / "shared" / "papers"
UNEXPLAINED = {"extra", "missing"}


@cache
def paper(name: str) -> PaperCheck:
    """A paper, checked once."""
    return check_paper(name)


def explained(name: str, labels: list[str] | None = None) -> tuple[int, int]:
    """How many disagreements are explained by a kind other than extra and missing, of how many."""
    kinds = [d.kind for e, d in paper(name).differences() if labels is None or e.label in labels]
    return sum(kind not in UNEXPLAINED for kind in kinds), len(kinds)


@pytest.mark.parametrize(
    ("name", "labels"),
    [("trtrr", [f"({n})" for n in range(36, 41)]), ("rttrr", ["(2)", "(3)"])],
)
def test_nine_of_ten_disagreements_are_explained(name: str, labels: list[str]) -> None:
    known, total = explained(name, labels)
    assert total > 0
    assert known >= 0.9 * total


@pytest.mark.parametrize(("name", "labels"), [("rttrr", ["(1)", "(4)", "(5)"]), ("scara", None)])
def test_three_of_four_disagreements_are_explained(name: str, labels: list[str] | None) -> None:
    known, total = explained(name, labels)
    assert total > 0
    assert known >= 0.75 * total


def normal(name: str, text: str) -> list[Term]:
    """A term of the errata files in the model's ring; there Jxy is minus the tensor's Ixy."""
    text = re.sub(r"\bJ(xy|xz|yz)(\d)", r"(-I\1\2)", text)
    return list(paper(name).model.ring.parse(text or "0").terms)


def found_in(name: str, label: str) -> list[tuple[str, Any, Any]]:
    """Kind, printed and derived monomial of every difference of an equation (or component)."""
    number, _, axis = label.partition(" ")
    return [
        (d.kind, d.printed, d.derived)
        for e in paper(name).equations
        for x in e.entries
        for d in x.comparison.differences
        if e.label == number and x.place == axis
    ]


def errata(*names: str) -> list[Any]:
    """Every erratum that was found by hand, under its paper and equation."""
    cases = []
    for name in names:
        table = tomllib.loads((HERE.parent / "papers" / f"{name}.toml").read_text("utf-8"))
        for equation in table["equation"]:
            for number, erratum in enumerate(equation.get("errata", []), 1):
                label = f"{name} {equation['label']} {number}"
                cases.append(pytest.param(name, equation["label"], erratum, id=label))
    return cases


@pytest.mark.parametrize(("name", "label", "erratum"), errata("rttrr", "trtrr"))
def test_what_was_found_wrong_by_hand_is_found(name: str, label: str, erratum: Any) -> None:
    wrong = {key(t.powers) for t in normal(name, erratum["printed"])}
    right = {key(t.powers) for t in normal(name, erratum["correct"])}
    differences = found_in(name, label)
    printed = {p.powers for _, p, _ in differences if p}
    derived = {key(d.powers) for _, _, d in differences if d}
    unknown = {powers for powers in printed if any("unknown_" in n for n, _ in powers)}
    if wrong:
        assert wrong & printed or (unknown and right & derived)
    else:
        assert right & derived


def test_the_right_equations_of_the_errata_files_are_right() -> None:
    for name in ("rttrr", "trtrr"):
        table = tomllib.loads((HERE.parent / "papers" / f"{name}.toml").read_text("utf-8"))
        for equation in table["equation"]:
            if not equation.get("errata") and not equation.get("excerpt"):
                assert not found_in(name, equation["label"]), (name, equation["label"])


def test_all_papers_are_checked_in_one_command_with_the_fields_of_the_contract(
    torsor: Command,
) -> None:
    start = time.process_time()
    data = torsor("check", "--all", "--json").data
    assert time.process_time() - start < 15
    assert [p["paper"] for p in data["papers"]] == ["3r", "rttrr", "rv1a", "scara", "trtrr"]
    for found in data["papers"]:
        assert {"paper", "robot", "equations", "unchecked"} <= set(found)
        assert found["equations"]
        for equation in found["equations"]:
            assert {"label", "target", "printed", "derived", "differences"} <= set(equation)
            assert isinstance(equation["printed"], int)
            assert isinstance(equation["derived"], int)
            for d in equation["differences"]:
                assert d["kind"] in KINDS
                assert (d["printed"] is None) == (d["kind"] == "missing")
                assert (d["derived"] is None) == (d["kind"] in ("extra", "twice"))
        for entry in found["unchecked"]:
            assert {"label", "reason"} <= set(entry) <= {"label", "reason", "place"}
            assert entry["reason"]


@pytest.mark.parametrize("name", paper_names())
def test_no_two_equations_have_one_label_and_what_is_unchecked_says_why(name: str) -> None:
    unchecked = paper(name).paper.unchecked
    labels = [e.label for e in (*paper(name).equations, *unchecked)]
    assert len(labels) == len(set(labels))
    assert all(len(u.reason) > 15 for u in unchecked)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", paper_names())
def test_every_paper_has_a_report_in_every_format(name: str, form: str, tmp_path: Path) -> None:
    report = write(document([paper(name)], form), form)
    escapes = (str, escape_latex, escape_markdown, escape_typst)
    for label in (e.label for e in paper(name).equations):
        words = [run for run in print_label(label) if isinstance(run, str)]  # symbols are set
        wanted = words if form in COLOURED else [label]
        assert all(any(escape(word) in report for escape in escapes) for word in wanted)
    if form == "latex":
        assert sound(report)
        assert compiles(report, tmp_path)


def bare(latex: str) -> str:
    """LaTeX without spaces, alignment and environments."""
    latex = re.sub(r"\\(begin|end)\{\w+\}(\{[lcr|]*\})?|\\q?quad", "", latex)
    return re.sub(r"\s+|[&$]|\\\\", "", latex)


@pytest.mark.parametrize(
    ("name", "scan"),
    [
        ("3r", "3r-inverse-dynamics-2022"),
        ("rttrr", "rttrr-driving-forces-2016"),
        ("rv1a", "rv1a-lagrange-2021"),
        ("scara", "scara-lagrange"),
        ("trtrr", "trtrr-newton-euler-2013"),
    ],
)
def test_every_display_of_the_scan_is_checked_or_listed(name: str, scan: str) -> None:
    entries = (*paper(name).paper.equations, *paper(name).paper.unchecked)
    known = bare(" ".join(entry.latex for entry in entries))
    numbers = {n for entry in entries for n in re.findall(r"\((\d+)\)", entry.label)}
    file = SCANS / f"{scan}.txt"
    text = file.read_text("utf-8") if file.exists() else ""
    assert set(re.findall(r"\\tag\{\(?(\d+)\)?\}", text)) <= numbers
    for display in re.findall(r"\$\$(.*?)\$\$", text, re.DOTALL):
        flat = bare(display)
        windows = [flat[i : i + 12] for i in range(max(1, len(flat) - 11))]
        share = sum(window in known for window in windows) / len(windows)
        assert share > 0.75 or flat.strip("()") in numbers, (share, display)
