"""The program itself: help, examples, completion, version, encodings, and its exit status."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import torsor as package
from torsor.cli.main import app
from torsor.cli.options import complete_notation, complete_robot

TORSOR = Path(sys.executable).with_name("torsor")
COMMANDS = sorted(command.name for command in app.registered_commands)


def shell(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the installed program as a shell does."""
    return subprocess.run(
        [str(TORSOR), *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "100", **environment},
        timeout=60,
        check=False,
    )


def test_the_contracts_commands_are_there() -> None:
    assert {"list", "show", "derive", "eval", "why"} <= set(COMMANDS)


def test_help_lists_every_command(torsor) -> None:
    found = torsor("--help")
    assert found.status == 0
    assert found.out == torsor().out
    for command in COMMANDS:
        assert f"\n  {command} " in found.out


def examples(text: str) -> list[str]:
    """The command lines among a help's examples, those broken over lines put together."""
    body = text.partition("Examples:\n")[2].partition("\nArguments:")[0].partition("\nOptions:")[0]
    return [" ".join(part.split()) for part in body.split("\n\n") if part.strip()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_commands_help_has_examples_of_it(command: str, torsor) -> None:
    found = torsor(command, "--help")
    assert found.status == 0
    lines = examples(found.out)
    assert lines
    assert all(f"{line} ".startswith(f"torsor {command} ") for line in lines)


@pytest.mark.parametrize("command", ["list", "show", "derive", "eval", "why"])
def test_the_examples_of_the_help_work(command: str, torsor, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    state = {f"{p}{i}": 0.1 for p in ("q", "dq", "ddq") for i in range(1, 6)}
    for file, robot in (("state.json", "rttrr"), ("cad.json", "scara")):
        symbols = torsor("show", robot, "--json").data["symbols"]["parameters"]
        given = {**(state if file == "state.json" else {}), **dict.fromkeys(symbols, 0.5)}
        Path(file).write_text(json.dumps(given))
    two = dict.fromkeys(torsor("show", "planar2r", "--json").data["symbols"]["parameters"], 0.5)
    two |= {f"{p}{i}": 0.1 for p in ("q", "dq", "ddq") for i in (1, 2)}
    for line in examples(torsor(command, "--help").out):
        arguments = shlex.split(line)[1:]
        if any(big in arguments for big in ("iiwa", "puma560")):
            continue
        if arguments[:2] == ["eval", "planar2r"]:
            Path("two.json").write_text(json.dumps(two))
            arguments = ["two.json" if a == "state.json" else a for a in arguments]
        found = torsor(*arguments)
        assert found.status == 0, (line, found.err)
        assert found.out or Path("trtrr.tex").exists()


def test_the_version_is_the_packages(torsor) -> None:
    assert torsor("--version").out == f"{package.__version__}\n"


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_completion_script_is_shown_for_each_shell(name: str) -> None:
    found = shell(_TORSOR_COMPLETE=f"source_{name}")
    assert found.returncode == 0
    assert "_TORSOR_COMPLETE" in found.stdout
    assert f"complete_{name}" in found.stdout


def test_the_shell_completes_robots_and_notations() -> None:
    def completed(line: str) -> list[str]:
        words = line.split(" ")
        found = shell(
            _TORSOR_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1)
        )
        assert found.returncode == 0
        return found.stdout.split()

    assert completed("torsor derive rt") == ["rttrr"]
    assert completed("torsor derive rttrr --notation s") == ["spong", "standard"]
    assert completed("torsor der") == ["derive"]
    assert complete_robot("") == list(package.library_names())
    assert complete_notation("rt") == ["rttrr"]


def test_the_program_derives_and_says_how_fast() -> None:
    found = shell("derive", "trtrr")
    assert found.returncode == 0
    assert "Qm⁵ = " in found.stdout
    assert "135 terms (13, 73, 14, 22, 13)." in found.stderr


def test_the_program_complains_in_one_line_with_status_two() -> None:
    found = shell("derive", "nothing-of-the-kind")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("torsor: no robot is called 'nothing-of-the-kind'")
    assert found.stderr.count("\n") == 1


def test_unicode_is_printed_whatever_the_terminal_claims() -> None:
    found = shell("derive", "planar2r", PYTHONIOENCODING="ascii")
    assert found.returncode == 0
    assert "τ₁ = " in found.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{shlex.quote(str(TORSOR))} derive rttrr --form steps | head -n 1"
    found = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout == "Dynamic model of RTTRR\n"
    assert "Traceback" not in found.stderr
    assert "Exception" not in found.stderr


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from torsor.cli.main import run; run(['--help']); "
        "print([m for m in ('lark', 'rich.progress', 'numpy') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert found.splitlines()[-1] == "[]"


def on_a_terminal(command: list[str], stream: str) -> str:
    """What a program prints on a stream that is a terminal."""
    ours, theirs = os.openpty()
    other = {"stdout": "stderr", "stderr": "stdout"}[stream]
    with subprocess.Popen(command, **{stream: theirs, other: subprocess.DEVNULL}) as process:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 4096):
                text += part
        except OSError:  # the terminal is closed at the other end
            pass
        process.wait(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    return text.decode("utf-8")


@pytest.mark.parametrize(("seconds", "seen"), [("1.5", True), ("0.1", False)])
def test_what_takes_longer_than_a_second_shows_that_it_works(seconds: str, seen: bool) -> None:
    code = (
        "import time; from torsor.cli.common import working\n"
        f"with working('deriving something long'): time.sleep({seconds})"
    )
    shown = on_a_terminal([sys.executable, "-c", code], "stderr")
    assert ("deriving something long" in shown) == seen


def test_a_terminal_is_not_flooded_unless_all_is_asked_for() -> None:
    shown = on_a_terminal([str(TORSOR), "derive", "stanford"], "stdout")
    assert len(shown.splitlines()) < 12
    assert "Too long to read here" in shown
    assert "tau6: " in shown
    everything = on_a_terminal([str(TORSOR), "derive", "planar2r", "--all"], "stdout")
    assert "τ₂ = " in everything
    assert "45 terms (29, 16)." in everything
