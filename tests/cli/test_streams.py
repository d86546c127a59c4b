"""Standard output full or closed, input that is no text, places that refuse: one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from pathlib import Path
from time import sleep

import pytest
from tests.cli.running import started, through_shell


def sentence(line: str, status: int = 2, **options) -> str:
    """The one sentence of a line of the shell that fails."""
    done = through_shell(line, **options)
    said = done.stderr.decode()
    assert done.returncode == status, said
    assert said.startswith("torsor: ") and said.count("\n") == 1, said
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("command", ["show rttrr", "new RR"])
def test_standard_output_that_is_full_is_told(command: str) -> None:
    said = sentence(f"torsor {command} > /dev/full")
    assert said == "torsor: standard output cannot be written: No space left on device\n"


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_as_if_nobody_listened(closed: str, tmp_path: Path) -> None:
    done = through_shell(f"torsor show planar2r {closed}; echo $? > status", cwd=tmp_path)
    assert (tmp_path / "status").read_text() == "0\n"
    assert b"Traceback" not in done.stderr
    # No file that is written may be taken for a closed stream.
    through_shell(f"torsor derive planar2r -o model.txt {closed}", cwd=tmp_path)
    assert (tmp_path / "model.txt").read_text("utf-8").startswith("Dynamic model")
    assert "wrote" not in (tmp_path / "model.txt").read_text("utf-8")


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = through_shell("torsor derive rttrr | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}")
    assert done.stdout == b"0\n"
    assert b"Traceback" not in done.stderr and b"torsor:" not in done.stderr


def test_input_that_is_no_utf8_is_told(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(b"\xff\xfe\x00m1 = 1")
    for command in ("eval cartesian --values -", "cad - --link 1"):
        said = sentence(f"torsor {command} < bad", cwd=tmp_path)
        assert "standard input: not a UTF-8 text" in said or "-: " in said


def test_arguments_that_are_no_utf8_are_shown_harmless() -> None:
    assert "no robot is called" in sentence("torsor show $'\\xff\\x1b[31m'")


def test_a_file_whose_name_is_no_utf8_is_read(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/caf\xe9.toml"
    with open(file, "wb") as robot:  # noqa: PTH123 - a name of bytes
        robot.write(b'joint = [{ kind = "R", axis = "z" }]')
    done = through_shell("torsor show $'caf\\xe9.toml'", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("verb", "name"),
    [
        ("derive planar2r", "out.txt"),
        ("report planar2r --sections robot", "out.html"),
        ("report planar2r --sections robot", "out.md"),
        ("draw planar2r", "out.svg"),
        ("export planar2r", "out.toml"),
        ("new RR", "out.toml"),
        ("code planar2r --target c", "out"),
        ("simulate planar2r SCENARIO", "out.csv"),
    ],
)  # fmt: skip
def test_places_that_the_system_refuses(torsor, verb: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(SCENARIO)
    words = verb.replace("SCENARIO", str(tmp_path / "scenario.toml")).split()
    loop = tmp_path / f"loop-{name}"
    loop.symlink_to(loop)
    kept = set(tmp_path.iterdir())
    below = tmp_path / "scenario.toml" / name
    for place in (loop, tmp_path / ("x" * 300 + name), f"/proc/self/nothing/{name}", below):
        assert "cannot be written" in torsor(*words, "-o", place).complaint
    assert set(tmp_path.iterdir()) == kept
    assert loop.is_symlink()


def test_a_disk_that_is_full_leaves_nothing(tmp_path: Path) -> None:
    """The limit of a file's size is the nearest to a full disk that everybody has."""
    old = tmp_path / "model.txt"
    old.write_text("old")
    said = sentence("ulimit -f 1; torsor derive rttrr -o model.txt", cwd=tmp_path)
    assert "'model.txt' cannot be written: File too large" in said
    said = sentence("ulimit -f 1; torsor code planar2r --target c -o folder", cwd=tmp_path)
    assert "cannot be written: File too large" in said
    said = sentence(
        "ulimit -f 1; torsor report planar2r --sections robot -o report.md", cwd=tmp_path
    )
    assert [p.name for p in tmp_path.iterdir()] == ["model.txt"]
    assert old.read_text() == "old"


SCENARIO = """
duration = 0.1
drive = "free"
[values]
m1 = 1
m2 = 1
l1 = 1
rx1 = 0.5
ry1 = 0
rx2 = 0.5
ry2 = 0
Izz1 = 0.1
Izz2 = 0.1
g = 9.81
"""


@pytest.mark.parametrize(
    ("verb", "begins"),
    [
        ("derive planar2r", b"Dynamic model"),
        ("export planar2r", b"name"),
        ("draw planar2r", b"<svg"),
        ("report planar2r --sections robot", b"<!"),
        ("simulate planar2r scenario.toml", b"t [s],q1 [rad]"),
    ],
)
def test_devices_and_pipes_are_written_into(
    torsor, monkeypatch, verb: str, begins: bytes, tmp_path: Path
) -> None:
    (tmp_path / "scenario.toml").write_text(SCENARIO)
    monkeypatch.chdir(tmp_path)
    words = verb.split()
    # A descriptor by its number, of a file that is appended to.
    Path("all.txt").write_text("first\n")
    with Path("all.txt").open("ab") as file:
        assert torsor(*words, "-o", f"/dev/fd/{file.fileno()}").status == 0
    assert Path("all.txt").read_bytes().startswith(b"first\n" + begins)
    # A pipe with a name, which stays one.
    os.mkfifo("pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()), daemon=True)
    reader.start()
    assert torsor(*words, "-o", "pipe").status == 0
    reader.join(10)
    assert got[0].startswith(begins)
    assert Path("pipe").is_fifo()
    assert torsor(*words, "-o", "/dev/null").status == 0
    assert Path("/dev/null").is_char_device()
    assert "No space left on device" in torsor(*words, "-o", "/dev/full").complaint


def test_standard_output_by_its_name_is_written_into() -> None:
    """As a pipe, which no path leads to."""
    done = through_shell("torsor new RR -o /dev/stdout | cat")
    assert done.stdout.startswith(b"#"), done.stderr


def test_ctrl_c_is_130_without_a_traceback() -> None:
    run = started(
        "derive", "iiwa", "--form", "steps", stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    sleep(2.5)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    # Python itself, going down, may be ended by the signal: the shell calls that 130, too.
    status = 130 if run.returncode == -signal.SIGINT else run.returncode
    assert (status, said) in [(130, b""), (130, b"torsor: interrupted\n")]


def test_sigterm_reaches_the_shell_as_143() -> None:
    line = "torsor verify iiwa > /dev/null & sleep 1; kill $!; wait $!"
    assert through_shell(line).returncode == 143
