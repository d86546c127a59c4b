"""``torsor.atlas`` and its command: all structures with their facts, in memory and in a folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import torsor
from torsor.cli.main import run
from torsor.errors import TorsorError
from torsor.studies.atlas.facts import find_facts
from torsor.studies.atlas.words import count_structures

ALL = os.environ.get("TORSOR_PROVE") == "all"
PROVEN = (1, 2, 3, 4, 5) if ALL else (1, 2, 3, 4)
CHECKS = 11
"""Claims of a certificate, all but that of bodies with numbers."""


@pytest.mark.parametrize("joints", PROVEN)
def test_every_certificate_holds(joints: int) -> None:
    """And every word is proven to be its class, with a symbol for every entry of an offset."""
    whole = torsor.atlas(joints)
    assert len(whole) == count_structures(joints)
    for row in whole:
        assert row["holds"] is True
        assert row["checks"] == CHECKS
        assert row["words_proven"] == row["words"]
        assert int(row["freedoms"]) <= min(6, joints)
        assert int(row["base"]) <= 10 * joints


@pytest.fixture(scope="module")
def four() -> torsor.Atlas:
    return torsor.atlas(4, quick=True)


def test_four_joints_are_168_structures(four: torsor.Atlas) -> None:
    assert len(four) == 168
    assert len(set(four.structures)) == 168
    assert sum(int(row["words"]) for row in four) == 6**4
    assert len({row["fingerprint"] for row in four}) == 168


def test_facts_known_by_hand(four: torsor.Atlas) -> None:
    """A SCARA has four freedoms, one of them a turn; an elbow's gravity spares the first joint."""
    scara = four.where("structure = RRTR-zzzz")[0]
    assert (scara["freedoms"], scara["rotations"], scara["translations"]) == (4, 1, 3)
    assert scara["gravity_z"] == "3"
    assert scara["M_zero"] == "13 23 34"
    assert scara["robots"] == "scara"
    arm = four.where("structure = RRRR-zyyy")[0]
    assert (arm["freedoms"], arm["gravity_z"], arm["rotations"]) == (4, "2 3 4", 2)
    slides = torsor.atlas(3, quick=True).where("diagonal")
    assert slides.structures == ["TTT-zyx"]
    assert slides[0]["M_constant"] is True
    assert slides[0]["C_zeros"] == 9


def test_a_wrist_meets_where_the_lengths_that_are_told_vanish() -> None:
    """With them zero the last three axes meet in a point: no motion of the wrist moves it."""
    facts = find_facts("RRRRR", "zyzyz", quick=True)
    assert facts["wrist_if"] == "lx4 lx5 ly5"
    hypotheses = [f"{name} = 0" for name in str(facts["wrist_if"]).split()]
    robot = torsor.load("atlas:RRRRR-zyzyz", assume=hypotheses)
    J = torsor.derive(robot).jacobian(4)
    far = [J[i, k] for i in range(3) for k in (2, 3)]
    assert all(entry == 0 for entry in far)


def test_conditions_are_read_strictly(four: torsor.Atlas) -> None:
    assert len(four.where("freedoms = 4, rotations = 1")) == 28
    assert len(four.where("freedoms = 4 and independent")) == len(four.where("independent"))
    assert all(len(str(r["gravity_z"])) == 3 for r in four.where("count gravity_z = 2"))
    assert len(four.where("not independent")) == 168 - len(four.where("independent"))
    assert four.where("gravity_z has 3, M_zeros >= 5").sorted_by("terms")[0]["M_zeros"] == 5
    for text, told in {
        "speed = 3": "no column 'speed'",
        "term > 3": "did you mean",
        "operations < 3": "not in a quick atlas",
        "terms": "with a value",
        "terms > three": "whole number",
        "diagonal > 3": "= yes or no",
        "gravity_z < 2": "is a text",
        "not terms = 3": "'not' stands before",
        "count terms = 3": "expected a text column",
        "count gravity_z": "expected a text column",
        "__import__('os')": "not understood",
    }.items():
        with pytest.raises(TorsorError, match=told):
            four.where(text)
    with pytest.raises(TorsorError, match="no column"):
        four.sorted_by("speed")


def test_what_cannot_be_made_is_told() -> None:
    with pytest.raises(TorsorError, match="17,712 structures; at most 6"):
        torsor.atlas(7)
    with pytest.raises(TorsorError, match="up to 3"):
        torsor.atlas(4, twisted=True)
    with pytest.raises(TorsorError, match="need a folder"):
        torsor.atlas(2, on="tcp://127.0.0.1:1")


def test_a_notebook_shows_structures_and_mappings(four: torsor.Atlas) -> None:
    assert four._repr_html_().count("<tr>") >= 20
    assert "RRTR-zzzz" in four.where("robots has scara")._repr_html_()
    assert "l2 + rx3" in torsor.classify("rttrr")._repr_html_()


def test_a_folder_has_the_same_rows_and_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "three"
    whole = torsor.atlas(3, folder, quick=True, processes=1)
    assert whole.rows == torsor.atlas(3, quick=True).rows
    parts = sorted((folder / "parts").iterdir())
    content = parts[1].read_bytes()
    manifest = (folder / "manifest.json").read_bytes()
    parts[1].unlink()
    assert torsor.atlas(3, folder, quick=True, processes=2).rows == whole.rows
    assert parts[1].read_bytes() == content
    assert (folder / "manifest.json").read_bytes() == manifest
    with pytest.raises(TorsorError, match="holds another atlas"):
        torsor.atlas(2, folder, quick=True)


def test_pandas_opens_the_folder(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    torsor.atlas(2, tmp_path / "two", processes=1)
    table = pandas.read_parquet(tmp_path / "two" / "parts")
    assert list(table[table.diagonal].structure) == ["RT-zz", "TR-zz", "TT-zy"]


def test_twisted_structures_are_one_for_each_word_of_kinds() -> None:
    whole = torsor.atlas(2, twisted=True)
    assert whole.structures == ["RR-twisted", "RT-twisted", "TR-twisted", "TT-twisted"]
    assert all(row["holds"] for row in whole)


def test_the_command_lists_filters_and_writes_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["atlas", "--joints", "2", "--where", "diagonal", "--columns", "structure,mul"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("2 joints: 8 structures of 36 words, each proven (88 checks hold)\n3 ")
    assert "  TT-zy      2\n" in text
    assert run(["atlas", "--joints", "2", "--quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["structures"] == 8
    assert data["rows"][0]["structure"] == "RR-zz"
    assert run(["atlas", "--list"]) == 0
    assert "fingerprint" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "expected --joints N"),
        (["--joints", "7"], "at most 6"),
        (["--joints", "2", "--page", "a.pdf"], "ends in .html"),
        (["--joints", "6", "--where", "speed > 3"], "no column 'speed'"),
        (["--joints", "6", "--sort", "speed"], "no column 'speed'"),
        (["--joints", "2", "-o", "/proc/a"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["atlas", *arguments]) == 2
    complaint = capsys.readouterr().err
    assert told in complaint
    assert complaint.count("\n") == 1
