"""The documents say what the program does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from docs.make_notebook import NOTEBOOKS, executed

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda p: p.stem)
def test_every_example_runs_as_it_stands(example, tmp_path):
    done = subprocess.run(
        [sys.executable, example],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_shows_what_its_cells_show_when_run(notebook):
    import nbformat

    stored, fresh = nbformat.read(notebook, as_version=4), executed(notebook)
    assert [c.source for c in stored.cells] == [c.source for c in fresh.cells]
    outputs = [(a, b) for a, b in zip(stored.cells, fresh.cells, strict=True) if "outputs" in a]
    assert sum(len(a.outputs) for a, _ in outputs) >= 10
    for a, b in outputs:
        assert [words(o) for o in a.outputs] == [words(o) for o in b.outputs], a.source


def words(output):
    """What an output says; of a picture, only that there is one.

    The viewer is there where its page was built, and its words everywhere.
    """
    data = {k: v for k, v in output.get("data", {}).items() if "<iframe" not in v}
    return output.get("text"), data.get("text/latex"), data.get("text/plain"), sorted(data)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_stored_notebook_is_small_and_shows_pictures_without_scripts(notebook):
    import nbformat

    assert notebook.stat().st_size < 1_500_000
    cells = nbformat.read(notebook, as_version=4).cells
    shown = [o.get("data", {}) for c in cells for o in c.get("outputs", [])]
    assert sum(bool({"image/svg+xml", "image/png"} & set(data)) for data in shown) >= 2
    assert not any("<script" in data.get("text/html", "") for data in shown)
