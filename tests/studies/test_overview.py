"""A study at a glance: effects and rows gathered part by part are those of all designs at once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.studies.samples import change

import torsor
from torsor import StudyResult
from torsor.studies.one_design import design_of
from torsor.studies.overview import row_choice
from torsor.studies.overview.overview import FINE
from torsor.studies.overview.row_choice import STANDING
from torsor.studies.study_file import open_study
from torsor.studies.studying import read_result
from torsor.studies.words import describe

TWO = [{"metric": "energy"}, {"metric": "reach", "goal": "max"}]
METRICS = ["peak_tau", "energy", "reach"]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    table = change(
        metrics=METRICS, objective=TWO, constraint=[{"metric": "peak_tau1", "max": 40}],
        sampling={"kind": "sobol", "count": 512},
    )  # fmt: skip
    return torsor.study(table, tmp_path_factory.mktemp("study") / "s", processes=1)


def test_bins_have_the_mean_the_deviation_and_the_best_of_their_designs(found: StudyResult) -> None:
    bins = found.look_over().effects["energy", "l1"]
    l1, energy, tau = found["l1"], found["energy"], found["peak_tau1"]
    place = np.clip(((l1 - 0.2) / 0.4 * FINE).astype(int), 0, FINE - 1)
    for k in range(FINE):
        inside = energy[place == k]
        kept = energy[(place == k) & (tau <= 40)]
        assert bins.count[k] == len(inside)
        assert bins.mean[k] == pytest.approx(inside.mean(), rel=1e-12)
        assert bins.deviation[k] == pytest.approx(inside.std(), rel=1e-9)
        assert bins.best[k] == (pytest.approx(kept.min(), abs=0) if len(kept) else pytest.approx(
            np.nan, nan_ok=True))  # fmt: skip


def test_shares_of_the_variance_agree_with_sobol_indices(tmp_path: Path) -> None:
    made = torsor.study(
        change(sampling={"kind": "saltelli", "count": 512}, metrics=["energy"], part=4096),
        tmp_path / "s", processes=1,
    )  # fmt: skip
    assert made.sensitivity is not None
    indices = made.sensitivity.columns["energy"]
    shares = dict(made.look_over().influence("energy"))
    for k, name in enumerate(made.sensitivity.factors):
        assert shares[name] == pytest.approx(
            indices.first[k], abs=0.02 + indices.first_confidence[k]
        )
    both = made.look_over().interaction("energy", "l1", "l2")
    left = 1 - sum(indices.first)
    assert both == pytest.approx(left, abs=0.02 + sum(indices.first_confidence))


def test_rows_shown_of_many_designs_are_the_best_the_front_some_and_failures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, count in {"MOST": 0, "BEST": 40, "SPREAD": 20, "FAILED": 5}.items():
        monkeypatch.setattr(row_choice, name, count)
    table = change(metrics=METRICS, objective=TWO, sampling={"kind": "sobol", "count": 512})
    table["factor"] = [*table["factor"], {"name": "m2", "range": [-0.2, 2]}]
    del (values := dict(table["values"]))["m2"]
    made = torsor.study({**table, "values": values}, tmp_path / "s", processes=1)
    rows = made.look_over().rows
    assert len({row["design"] for row in rows}) == len(rows) < 512
    energy = np.where(np.isnan(made["energy"]), np.inf, made["energy"])
    best = [int(k) for k in np.argsort(energy)[:20]]
    assert rows[0]["design"] == best[0]
    assert rows[0][STANDING] == "least energy"
    assert set(best) <= {row["design"] for row in rows}
    assert made.front is not None
    assert {int(d) for d in made.front["design"]} <= {row["design"] for row in rows}
    failed = [row for row in rows if row[STANDING] == "failed"]
    assert [row["reason"].startswith("m2 = -0.") for row in failed] == [True] * 5
    assert [row[STANDING] for row in rows[-5:]] == ["failed"] * 5


def test_a_row_is_made_a_robot_again_with_the_same_numbers(found: StudyResult) -> None:
    row = found.look_over().rows[7]
    block = design_of(found.described, row).block
    assert np.abs(block.tau[:, 0, 0]).max() == pytest.approx(row["peak_tau1"], rel=1e-12)


def test_the_summary_says_what_each_bound_rules_out(found: StudyResult) -> None:
    count = int((found["peak_tau1"] > 40).sum())
    assert found.summary.broken == {"peak_tau1 max": count}
    text = describe(found)
    assert f"peak_tau1 ≤ 40 N m{count:>12}" in text
    assert "best design" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_a_folder_stands_for_its_study(found: StudyResult) -> None:
    again = torsor.study(found.folder, found.folder)
    assert again.described.work.digest == found.described.work.digest
    assert again.data == found.data
    assert open_study(found.folder).sampling == found.described.sampling


def test_a_folder_that_holds_no_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(torsor.TorsorError, match="holds no study: no manifest"):
        torsor.study(tmp_path, tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": 1, "described": {"title": 3}}')
    with pytest.raises(torsor.TorsorError, match="holds no study that can be read"):
        torsor.study(tmp_path, tmp_path)


def test_a_study_that_is_not_done_is_not_told_of(tmp_path: Path, found: StudyResult) -> None:
    folder = tmp_path / "half"
    shutil.copytree(found.folder, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, "complete": False}))
    with pytest.raises(torsor.TorsorError, match=r"is not done; torsor study with its folder"):
        read_result(folder)
    assert read_result(found.folder).data == found.data
