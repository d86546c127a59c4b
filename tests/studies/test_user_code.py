"""Python functions measure where that was allowed, and run nowhere else."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studies.samples import BASE, change
from tests.studies.test_keeping import as_toml, contents

import torsor
from torsor.cli.main import run
from torsor.errors import TorsorError
from torsor.studies.measures import user_code
from torsor.studies.study_file import read_study

CODE = """
from pathlib import Path
import numpy as np
Path(__file__).with_name("ran").touch()

def ishigami(designs):
    x1, x2, x3 = (designs[n] for n in ("x1", "x2", "x3"))
    return np.sin(x1) + 7 * np.sin(x2) ** 2 + 0.1 * x3**4 * np.sin(x1)

def cost(designs):
    return 100 * designs["l1"] + np.abs(designs.tau[:, :, 0]).max(axis=0)

def fails(designs):
    raise KeyError("price")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "prices.py").write_text(CODE)
    return tmp_path


def write(folder: Path, **changes: Any) -> Path:
    made = change(python={"file": "prices.py"}, **changes)
    (folder / "study.toml").write_text(as_toml(made))
    return folder / "study.toml"


def test_ishigami_s_indices_are_the_known_ones(folder: Path) -> None:
    study = write(
        folder, metrics=["prices:ishigami"], scenario=None,
        values={**BASE["values"], "l1": 0.4, "l2": 0.3},
        factor=[{"name": f"x{k}", "range": [-pi, pi]} for k in (1, 2, 3)],
        sampling={"kind": "saltelli", "count": 4096},
    )  # fmt: skip
    found = torsor.study(study, folder / "s", run_code=True).sensitivity
    assert found is not None
    a, b = 7, 0.1  # Ishigami and Homma 1990; Saltelli et al. 2008
    V = a * a / 8 + b * pi**4 / 5 + b * b * pi**8 / 18 + 0.5
    first = (0.5 * (1 + b * pi**4 / 5) ** 2 / V, a * a / 8 / V, 0)
    both = b * b * pi**8 * (1 / 18 - 1 / 50) / V
    indices = found.columns["ishigami"]
    assert indices.first == pytest.approx(first, abs=0.015)
    assert indices.total == pytest.approx((first[0] + both, first[1], both), abs=0.015)


def test_a_function_sees_factors_and_driving_forces(folder: Path) -> None:
    study = write(folder, metrics=["prices:cost", "peak_tau"], constraint=[{"metric": "cost"} |
                  {"max": 70}], objective=[{"metric": "cost"}], part=9)  # fmt: skip
    found = torsor.study(study, folder / "s", run_code=True, best=True)
    assert found["cost"] == pytest.approx(100 * found["l1"] + found["peak_tau1"], rel=1e-12)
    assert found.optima[0].gradient == "differences"
    assert found.optima[0].value <= found["cost"].min()
    two = torsor.study(study, folder / "two", run_code=True, processes=2)
    assert np.array_equal(two["cost"], found["cost"])
    parts = [contents(folder / name / "parts") for name in ("s", "two")]
    assert parts[0] == parts[1]


def test_nothing_runs_that_was_not_allowed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = write(folder, metrics=["prices:cost"])
    user_code._admitted.clear()
    user_code._modules.clear()
    assert run(["study", str(study), "-o", str(folder / "s")]) == 2
    assert "is Python code; expected --run-code" in capsys.readouterr().err
    described = read_study(study)
    with pytest.raises(TorsorError, match="was not let run"):
        assert described.code is not None
        user_code.check_functions(described.code)
    assert not (folder / "ran").exists()
    assert not (folder / "s").exists()
    assert run(["study", str(study), "-o", str(folder / "s"), "--run-code"]) == 0
    assert "may run, as you" in capsys.readouterr().err
    assert (folder / "ran").exists()


def test_a_changed_function_is_another_study(folder: Path) -> None:
    study = write(folder, metrics=["prices:cost"])
    torsor.study(study, folder / "s", run_code=True)
    (folder / "prices.py").write_text(CODE.replace("100", "101"))
    with pytest.raises(TorsorError, match="its python differ"):
        torsor.study(study, folder / "s", run_code=True)


def test_a_worker_elsewhere_needs_the_same_module(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = read_study(write(folder, metrics=["prices:cost"])).code
    assert code is not None
    with pytest.raises(TorsorError, match="'prices' of the study is not installed here"):
        user_code.admit_import(code.module, code.digest)
    monkeypatch.syspath_prepend(str(folder))
    user_code.admit_import(code.module, code.digest)
    (folder / "prices.py").write_text(CODE + "\n")
    with pytest.raises(TorsorError, match="is another one here"):
        user_code.admit_import(code.module, code.digest)
    assert not (folder / "ran").exists()


def test_what_a_function_raises_is_the_reason_of_its_designs(folder: Path) -> None:
    found = torsor.study(write(folder, metrics=["prices:fails"]), folder / "s", run_code=True)
    assert found.summary.failed == 100
    assert "KeyError: 'price'" in next(iter(found.summary.reasons))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"metrics": ["prices:cots"]}, "has no function 'cots'; did you mean 'cost'?"),
        ({"metrics": ["price:cost"]}, "unknown 'price:cost'"),
        ({"metrics": ["energy"]}, "no metric is one of its functions"),
        ({"metrics": ["prices:cost"], "python": None}, "expected the table [python]"),
        ({"metrics": ["prices:cost"], "python": {"file": "none.py"}}, "none.py"),
        ({"metrics": ["prices:cost"], "python": {"file": "a-b.py"}}, "no name of a module"),
        ({"metrics": ["prices:cost"], "python": {"file": "prices.py", "units": {"x": "EUR"}}},
         "'x' is no metric"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence(folder: Path, changes: dict[str, Any], told: str) -> None:
    made = change(**{"python": {"file": "prices.py"}, **changes})
    (folder / "study.toml").write_text(as_toml(made))
    with pytest.raises(TorsorError) as caught:
        torsor.study(folder / "study.toml", folder / "s", run_code=True)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
