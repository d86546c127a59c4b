"""What docs/code.md shows is what the command does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.program.targets.running import must, tool

from torsor.cli.main import run
from torsor.program.targets import TARGETS

PAGE = (Path(__file__).parents[3] / "docs" / "code.md").read_text("utf-8")


def test_the_page_shows_real_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    block = re.search(r"```console\n(.*?)```", PAGE, re.S)[1]
    command, *listed, make, made = block.strip().split("\n")
    assert run(shlex.split(command.removeprefix("$ torsor "))) == 0
    assert capsys.readouterr().out.split() == listed
    tool("cc", "gcc")
    assert must(*shlex.split(make.removeprefix("$ ")), folder=tmp_path).strip() == made
    header = (tmp_path / "puma" / "puma.h").read_text("utf-8").split("\n")
    for line in re.search(r"```c\n(.*?)```", PAGE, re.S)[1].strip("\n").split("\n"):
        assert line in header


def test_the_page_names_every_language():
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.M) == list(TARGETS)
