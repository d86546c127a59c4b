"""Machine code kept on disk: used where it is whole and ours, else made again, never trusted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.program.truth import library_truth

import torsor
from torsor.program.jit import cache
from torsor.program.jit import compilation as jit
from torsor.program.jit.cache import stamp_sources

STATE = [np.array([0.3, -0.7])] * 3


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TORSOR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fresh() -> Any:
    """A robot's function, compiled or fetched."""
    truth = library_truth("planar2r")
    return torsor.compile(truth.robot, truth.numbers).inverse_dynamics


def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled from now on."""
    found: list[str] = []
    own = jit.object_code

    def noted(text: str) -> bytes:
        found.append(text)
        return own(text)

    monkeypatch.setattr(jit, "object_code", noted)
    return found


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_a_second_start_compiles_nothing_and_gives_the_same_bits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = fresh()(*STATE)
    assert len(entries(folder)) == 1
    compiled = made(monkeypatch)
    assert fresh()(*STATE).tobytes() == wanted.tobytes()
    assert not compiled


def test_other_numbers_are_another_entry(folder: Path) -> None:
    truth = library_truth("planar2r")
    torsor.compile(truth.robot, truth.numbers).inverse_dynamics(*STATE)
    torsor.compile(truth.robot, truth.numbers | {"m1": 7}).inverse_dynamics(*STATE)
    arm = torsor.compile(truth.robot, truth.numbers)
    arm.mass_matrix(STATE[0])
    arm.inverse_dynamics(*(a.astype(np.float32) for a in STATE))
    assert len(entries(folder)) == 4


DAMAGE = {
    "empty": lambda b: b"",
    "one byte": lambda b: b[:1],
    "cut in the head": lambda b: b[:60],
    "cut at the end": lambda b: b[:-1],
    "longer": lambda b: b + b"\x00",
    "another mark": lambda b: b"X" + b[1:],
    "a byte of the digest": lambda b: b[:20] + bytes([b[20] ^ 1]) + b[21:],
    "a byte of the head": lambda b: b[:45] + bytes([b[45] ^ 1]) + b[46:],
    "a byte of the code": lambda b: b[:-9] + bytes([b[-9] ^ 255]) + b[-8:],
    "zeros": lambda b: bytes(len(b)),
    "garbage": lambda b: np.random.default_rng(0).bytes(len(b)),
    "text": lambda b: b"not an entry\n" * 100,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_is_made_again(
    damage: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = fresh()(*STATE)
    (entry,) = entries(folder)
    whole = entry.read_bytes()
    entry.write_bytes(DAMAGE[damage](whole))
    entry.chmod(0o600)
    compiled = made(monkeypatch)
    assert fresh()(*STATE).tobytes() == wanted.tobytes()
    assert len(compiled) == 1
    assert cache.read(entry.name) is not None
    assert len(entry.read_bytes()) == len(whole)


def test_an_entry_under_anothers_name_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, but of another robot: the digest is over the key too."""
    truth = library_truth("planar2r")
    torsor.compile(truth.robot, truth.numbers | {"m1": 7}).inverse_dynamics(*STATE)
    (foreign,) = entries(folder)
    wanted = fresh()(*STATE)
    (own,) = (e for e in entries(folder) if e != foreign)
    own.write_bytes(foreign.read_bytes())
    compiled = made(monkeypatch)
    assert fresh()(*STATE).tobytes() == wanted.tobytes()
    assert len(compiled) == 1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no permissions here")
def test_an_entry_that_others_can_write_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = fresh()(*STATE)
    (entry,) = entries(folder)
    for mode in (0o666, 0o620, 0o602):
        entry.chmod(mode)
        compiled = made(monkeypatch)
        assert fresh()(*STATE).tobytes() == wanted.tobytes()
        assert len(compiled) == 1
        assert not entries(folder)[0].stat().st_mode & 0o022


def test_a_folder_in_the_place_of_an_entry(folder: Path) -> None:
    wanted = fresh()(*STATE)
    (entry,) = entries(folder)
    entry.unlink()
    entry.mkdir()
    (entry / "kept").write_text("a user's file")
    assert fresh()(*STATE).tobytes() == wanted.tobytes()
    assert (entry / "kept").read_text() == "a user's file"
    assert entries(folder) == [entry]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_the_place_of_an_entry_is_not_waited_for(folder: Path) -> None:
    wanted = fresh()(*STATE)
    (entry,) = entries(folder)
    entry.unlink()
    os.mkfifo(entry)
    assert fresh()(*STATE).tobytes() == wanted.tobytes()


def test_a_link_that_leads_nowhere(folder: Path) -> None:
    wanted = fresh()(*STATE)
    (entry,) = entries(folder)
    entry.unlink()
    entry.symlink_to(folder / "nowhere")
    assert fresh()(*STATE).tobytes() == wanted.tobytes()


@pytest.mark.parametrize("place", ["a file", "beneath a file", "no permission", "off", "a device"])
def test_a_place_that_cannot_be_written_is_no_error(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("a user's file")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    named = {
        "a file": str(tmp_path / "file"),
        "beneath a file": str(tmp_path / "file" / "cache"),
        "no permission": str(closed / "cache"),
        "off": "off",
        "a device": "/dev/full",
    }
    monkeypatch.setenv("TORSOR_CACHE", named[place])
    assert np.isfinite(fresh()(*STATE)).all()
    assert (tmp_path / "file").read_text() == "a user's file"
    assert not (tmp_path / "off").exists()


def test_it_stands_in_the_users_cache_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TORSOR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "torsor"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "torsor"


def test_the_oldest_entries_make_room_and_nothing_else_does(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else lies in the folder (it may be anyone's) stays."""
    folder.mkdir()
    (folder / "thesis.pdf").write_bytes(bytes(5000))
    (folder / "data").mkdir()
    for i in range(6):
        cache.write(f"{i:064x}", {"n": i}, bytes(1000))
        os.utime(folder / f"{i:064x}", (i, i))
    monkeypatch.setattr(cache, "ROOM", 3500)
    cache.write(f"{9:064x}", {}, bytes(1000))
    kept = {e.name for e in entries(folder)}
    assert {"thesis.pdf", "data"} <= kept
    assert {f"{n:064x}" for n in (5, 9)} <= kept
    assert not {f"{n:064x}" for n in (0, 1, 2)} & kept


def test_an_entry_is_written_whole_or_not_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Path, target: Path) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fails)
    assert np.isfinite(fresh()(*STATE)).all()
    assert not entries(folder)


SCRIPT = """
import sys, time, numpy as np, torsor
from tests.program.test_cache import STATE, fresh
print(fresh()(*STATE).tobytes().hex())
"""


def test_processes_at_once_do_not_disturb_each_other(folder: Path) -> None:
    wanted = fresh()(*STATE).tobytes().hex()
    for entry in entries(folder):
        entry.unlink()
    running = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert {process.communicate(timeout=120)[0].strip() for process in running} == {wanted}
    assert len(entries(folder)) == 1


def test_a_cached_start_is_quick(folder: Path) -> None:
    """No program is made and nothing is compiled: only read, checked and loaded."""
    truth = library_truth("puma560")

    def start() -> float:
        arm = torsor.compile(truth.robot, truth.numbers)
        before = time.perf_counter()
        arm.inverse_dynamics(np.zeros(6), np.zeros(6), np.zeros(6))
        return time.perf_counter() - before

    cold = start()
    assert min(start() for _ in range(5)) < cold / 3


IMPORTED = """
import json, sys, numpy as np, torsor
robot = torsor.load("planar2r")
before = {n for n in sys.modules if n.startswith("torsor.")}
from tests.program.truth import library_truth
for name in ("planar2r", "rv1a-paper", "puma560"):
    robot = torsor.load(name)
    from torsor.robot.symbols import parameters
    from torsor.program.functions.preparation import prepare_robot, settable
    made = prepare_robot(robot, "none")
    arm = torsor.compile(robot, {n: 1 + k / 7 for k, n in enumerate(settable(made))})
    for function in ("inverse_dynamics", "mass_matrix", "forward_dynamics"):
        getattr(arm, function)
    x = np.zeros(arm.n)
    arm.rollout(x, x, x, 1e-6, 1)
files = [m.__file__ for n, m in sys.modules.items() if n.split(".")[0] == "torsor" and m.__file__]
print(json.dumps(files))
"""


def test_every_source_that_is_imported_while_compiling_counts_in_the_key(folder: Path) -> None:
    """A module that is added later counts too, or this test tells."""
    found = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True, timeout=120
    )
    package = Path(torsor.__file__).parent
    counted = {package / entry[0] for entry in stamp_sources()[1:]}
    imported = {Path(file) for file in json.loads(found.stdout)}
    assert package / "model.py" in imported
    assert imported <= counted


def test_a_source_that_changes_changes_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = library_truth("planar2r")
    recipe = jit.Recipe(truth.robot, {})
    before = recipe.key("gravity", "double")
    assert recipe.key("gravity", "double") == before
    for k in (1, len(stamp_sources()) - 1):
        name, size, time_ = stamp_sources()[k]
        for changed in ((name, size + 1, time_), (name, size, time_ + 1), ("new.py", size, time_)):
            stamp = (*stamp_sources()[:k], changed, *stamp_sources()[k + 1 :])
            monkeypatch.setattr(jit, "stamp_sources", lambda stamp=stamp: stamp)
            assert recipe.key("gravity", "double") != before
