"""``torsor study`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.studies.samples import change
from tests.studies.test_keeping import as_toml

from torsor.cli.main import run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(
        as_toml(
            change(objective=[{"metric": "energy"}], constraint=[{"metric": "energy", "max": 99}])
        )
    )
    return path


def test_the_summary_has_every_column_and_the_best_design(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(file.parent / "s")
    assert run(["study", str(file), "-o", folder]) == 0
    text = capsys.readouterr().out
    told = "Two lengths\n  100 designs, 2 factors (sobol): 100 keep the constraints\n"
    assert text.startswith(told)
    assert "\n  best design" in text
    assert run(["study", str(file), "-o", folder, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["designs"] == 100
    assert data["best"]["energy"]["energy"] == data["columns"]["energy"]["min"]
    assert data["columns"]["peak_tau1"]["unit"] == "N m"


def test_metrics_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["study", "--metrics"]) == 0
    told = capsys.readouterr().out
    assert "peak_tau          " in told
    assert " largest driving force, of each coordinate [N m or N]\n" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "expected STUDY, a .toml file"),
        (["{file}"], "expected -o FOLDER"),
        (["{folder}/none.toml", "-o", "{folder}/s"], "none.toml"),
        (["{file}", "-o", "/proc/s"], "cannot be written"),
        (["{file}", "-o", "{file}"], "cannot be written"),
        (["{folder}"], "holds no study: no manifest.json"),
        (["{file}", "-o", "{folder}/s", "--page", "x.xls"], "expected a file that ends in .pdf"),
        (["{file}", "-o", "{folder}/s", "--plots", "p", "--plot-format", "gif"], "expected svg"),
        (["{file}", "-o", "{folder}/s", "--processes", "0"], "--processes is a whole number"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(
    file: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [a.format(file=file, folder=file.parent) for a in arguments]
    assert run(["study", *given]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert not (file.parent / "s").exists()
