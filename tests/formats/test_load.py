"""``torsor.load``: names, paths, sequences and tables; and everything that is none of these."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from torsor import TorsorError, library_names, load
from torsor.errors import UnknownNameError
from torsor.formats.load import LARGEST, read_text

GOOD = 'name = "Arm"\njoint = [{ kind = "R", axis = "z" }]\n'


def refused(argument: object) -> str:
    """The one sentence that the argument gets, in bounded time."""
    start = time.process_time()
    with pytest.raises(TorsorError) as caught:
        load(argument)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 600
    assert time.process_time() - start < 5
    return message


def test_a_name_a_path_a_sequence_a_table_and_a_robot_are_read(tmp_path: Path) -> None:
    file = tmp_path / "arm.toml"
    file.write_text(GOOD)
    table = {"name": "Arm", "joint": [{"kind": "R", "axis": "z"}]}
    arm = load(file)
    assert arm == load(str(file)) == load(table) == load(arm)
    assert arm.name == "Arm"
    assert load("rttrr").name == "RTTRR"
    assert load("Rz(q1)").structure == "R"


def test_a_file_without_a_name_lends_its_own(tmp_path: Path) -> None:
    file = tmp_path / "my arm$2.toml"
    file.write_text(GOOD.split("\n", 1)[1])
    assert load(file).name == "my arm2"


def test_a_path_with_parentheses_is_a_path(tmp_path: Path) -> None:
    file = tmp_path / "arm (1).toml"
    file.write_text(GOOD)
    assert load(str(file)).name == "Arm"


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("line", [b"\n", b"\r\n"])
def test_windows_texts_are_read(tmp_path: Path, start: bytes, line: bytes) -> None:
    file = tmp_path / "arm.toml"
    file.write_bytes(start + GOOD.encode().replace(b"\n", line))
    assert load(file).name == "Arm"


@pytest.mark.parametrize(
    ("name", "near"),
    [("rtrr", "'rttrr'"), ("puma", "'puma560'"), ("PUMA650", "'puma560'"), ("scarra", "'scara'")],
)
def test_an_unknown_name_gets_the_nearest_ones(name: str, near: str) -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        load(name)
    assert near in refused(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "xyzzy", "rttrr ", "../robots/rttrr"[3:9], "q" * 100_000, "\x00", "\x1b[2J", "-rf",
     "rttrr\n", "ROBOT;id", "$HOME", "%s", "{0}", "😀"],
    ids=lambda name: repr(name[:16]),
)  # fmt: skip
def test_what_is_no_robot_is_told_what_one_is(name: str) -> None:
    assert "a library name, a .toml file, a URDF or MJCF file, a sequence" in refused(name)


@pytest.mark.parametrize("thing", [None, 3, 2.5, b"rttrr", ["rttrr"], object(), True])
def test_what_is_no_text_is_refused(thing: object) -> None:
    assert "robot is a robot, a name, a path, an ETS text or a table, not " in refused(thing)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "needs its joints in one way"),
        (b"\xff\xfe\x00\x00", "not a UTF-8 text"),
        (GOOD.encode("utf-16"), "not a UTF-8 text"),
        ("name = 'é'".encode("latin-1"), "not a UTF-8 text"),
        (b"\x00" * 1000, "malformed TOML"),
        (bytes(range(1, 128)), "malformed TOML"),
        (b"\x7fELF\x02\x01\x01", "malformed TOML"),
        (b"name = 'x'\njoint = [{ kind = 'R' }]", "joint 1: a joint of kind R needs an axis"),
        (b"joint = [{ kind = 'R', axis = 'z' }]\n[dh", "line 2, column 4"),
        (b"<?xml version='1.0'?><robot/>", "line 1, column 1"),
        (b"{'json': true}", "line 1, column 1"),
        (b"#" * (LARGEST + 1), "larger than 500 kB"),
        (("a." * 250 + "a=1\n").encode() * 990, "malformed TOML"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_a_file_that_is_no_robot_is_named(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    message = refused(file)
    assert message.startswith(f"{file}: ")
    assert sentence in message


def test_a_missing_file_a_directory_and_another_suffix_are_told(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    assert "Is a directory" in refused(tmp_path / "folder.toml")
    assert "expected a .toml, .urdf or MJCF" in refused(tmp_path)
    (tmp_path / "arm.step").write_text("<robot/>")
    assert "expected a .toml, .urdf or MJCF" in refused(tmp_path / "arm.step")
    assert "cannot be read" in refused(str(tmp_path / "a\x00b.toml"))
    assert "cannot be read" in refused(str(tmp_path / ("x" * 5000 + ".toml")))
    assert "cannot be read" in refused(str(tmp_path / "line\nbreak.toml"))


def test_an_error_in_a_file_with_an_odd_name_stays_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "line\nbreak.toml"
    file.write_text("joint = []")
    assert "at least one joint" in refused(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_an_endless_device_is_not_read_to_its_end(tmp_path: Path) -> None:
    assert "expected a .toml, .urdf or MJCF" in refused("/dev/zero")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    assert "larger than 500 kB" in refused(tmp_path / "zero.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(GOOD,))
    writer.start()
    assert load(pipe).name == "Arm"
    writer.join()


def test_a_text_is_read_whole_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("12345", encoding="utf-8")
    assert read_text(file, 5) == "12345"
    with pytest.raises(TorsorError, match="larger than"):
        read_text(file, 4)


def test_the_library_is_listed_in_order() -> None:
    assert list(library_names()) == sorted(library_names())
    assert all(load(name) is load(name) for name in library_names())
