"""Files are written whole or not at all."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from torsor.cli.common import deliver
from torsor.errors import TorsorError


def test_a_file_has_what_the_screen_would_show(torsor, tmp_path: Path) -> None:
    file = tmp_path / "model.md"
    found = torsor("derive", "planar2r", "--format", "markdown", "-o", file)
    assert (found.status, found.out, found.err) == (0, "", f"wrote {file}\n")
    assert file.read_text("utf-8") == torsor("derive", "planar2r", "--format", "markdown").out
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [file]


def test_json_goes_to_the_file_too(torsor, tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    assert torsor("derive", "planar2r", "--json", "-o", file).out == ""
    assert json.loads(file.read_text("utf-8"))["robot"] == "Planar 2R"


def test_a_file_that_is_there_is_replaced_and_keeps_its_permissions(torsor, tmp_path: Path) -> None:
    file = tmp_path / "model.txt"
    file.write_text("old" * 100_000)
    file.chmod(0o600)
    assert torsor("derive", "planar2r", "-o", file).status == 0
    assert file.read_text("utf-8").startswith("Dynamic model")
    assert "old" not in file.read_text("utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_is_followed(torsor, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "model.txt"
    target.write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    assert torsor("derive", "planar2r", "-o", link).status == 0
    assert link.is_symlink()
    assert target.read_text("utf-8").startswith("Dynamic model")


def test_a_folder_in_the_way_leaves_nothing_behind(torsor, tmp_path: Path) -> None:
    folder = tmp_path / "model.txt"
    folder.mkdir()
    found = torsor("derive", "planar2r", "-o", folder).complaint
    assert found == f"{str(folder)!r} cannot be written: Is a directory"
    assert list(tmp_path.iterdir()) == [folder]
    assert not list(folder.iterdir())


def test_a_folder_that_is_not_there_is_not_made(torsor, tmp_path: Path) -> None:
    file = tmp_path / "no" / "model.txt"
    assert "No such file or directory" in torsor("derive", "planar2r", "-o", file).complaint
    assert not list(tmp_path.iterdir())


def test_a_file_in_the_place_of_a_folder(torsor, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a file")
    assert "cannot be written" in torsor("derive", "planar2r", "-o", tmp_path / "a" / "b").complaint
    assert (tmp_path / "a").read_text() == "a file"


def test_a_folder_that_may_not_be_written_to(torsor, tmp_path: Path) -> None:
    assert "cannot be written" in torsor("derive", "planar2r", "-o", "/proc/model.txt").complaint
    tmp_path.chmod(0o500)
    try:
        found = torsor("derive", "planar2r", "-o", tmp_path / "model.txt")
        written = [file.name for file in tmp_path.iterdir()]
        # Nothing is forbidden to root; anyone else is told.
        assert (found.status, written) in [(2, []), (0, ["model.txt"])]
    finally:
        tmp_path.chmod(0o700)


def test_bad_input_writes_nothing(torsor, tmp_path: Path) -> None:
    file = tmp_path / "model.txt"
    for wrong in (["--form", "x"], ["--format", "x"], ["--set", "m9=1"], ["--notation", "x"]):
        assert torsor("derive", "planar2r", *wrong, "-o", file).complaint
    assert not list(tmp_path.iterdir())


def test_a_text_that_cannot_be_encoded_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "model.txt"
    file.write_text("old")
    with pytest.raises(TorsorError, match="cannot be written"):
        deliver("half a letter: \ud800", str(file))
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_device_is_written_to_and_not_replaced(torsor) -> None:
    assert torsor("derive", "planar2r", "-o", "/dev/null").status == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_names_that_no_file_can_have(torsor) -> None:
    assert "cannot be written" in torsor("derive", "planar2r", "-o", "x" * 5000).complaint
    with pytest.raises(TorsorError, match="cannot be written"):
        deliver("text", "a\0b")
