"""Bad input: one clear sentence on standard error, exit status 2, no traceback, no file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

DEEP = "(" * 5000 + "q1" + ")" * 5000
TRICKS = [
    "../../etc/passwd",
    "$(ls)",
    "`ls`",
    "a;b",
    "\\input{x}",
    "\x1b[31m",
    "a\nb",
    "-",
    "é",
    "",
]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["frobnicate"], "No such command 'frobnicate'."),
        (["derive"], "Missing argument 'ROBOT'."),
        (["why", "rttrr"], "Missing argument 'TARGET'."),
        (["derive", "rttrr", "--bogus"], "No such option: --bogus"),
        (["derive", "rttrr", "extra"], "Got unexpected extra argument"),
        (["derive", "rttrr", "--digits", "many"], "Invalid value for '--digits'"),
        (["derive", "rttrr", "--digits", "-1"], "--digits -1: expected 0 to 1000"),
        (["derive", "rttrr", "--digits", "1001"], "--digits 1001: expected 0 to 1000"),
        (["derive", "rtttr"], "no robot is called 'rtttr'; did you mean 'rttrr'"),
        (["derive", "puma"], "no robot is called 'puma'; did you mean 'puma560'?"),
        (["show", "zeppelin"], "no robot is called 'zeppelin' (a library name, a .toml file"),
        (["derive", "rttrr", "--form", "matrix"], "no form 'matrix'; expected tau, matrices"),
        (["derive", "rttrr", "--form", "matrix", "--json"], "no form 'matrix'; expected tau"),
        (["derive", "rttrr", "--format", "pdf"], "no format 'pdf'; expected text, latex"),
        (["derive", "rttrr", "--format", "pdf", "--json"], "no format 'pdf'; expected text"),
        (["derive", "rttrr", "--method", "kane"], "the method 'kane' is unknown; expected newton"),
        (["derive", "rttrr", "--notation", "rttr"], "no notation is called 'rttr'; there are 3r"),
        (["derive", "rttrr", "--shorter", "cubes"], "no shorter form 'cubes'; expected squares"),
        (["derive", "rttrr", "--collect", "x"], "nothing is collected by 'x'; expected accel"),
        (["derive", "rttrr", "--intermediates", "--depth", "0"], "a depth of 1 to 20"),
        (["derive", "rttrr", "--intermediates", "--collect", "motion"], "exclude each other"),
        (["derive", "rttrr", "--payload", "brick"], "the payload 'brick'"),
        (["derive", "rttrr", "--payload", "wrench-moon"], "axes is unknown"),
        (["derive", "rttrr", "--assume", "flat"], "the hypothesis 'flat' is unknown"),
        (["derive", "rttrr", "--assume", "m9 = 1"], "names no symbol of 'RTTRR'; did you mean"),
        (["derive", "rttrr", "--assume", "m1 = nan"], "the hypothesis 'm1 = nan'"),
        (["eval", "rttrr", "--what", "tao"], "--what 'tao': expected tau, M"),
        (["eval", "rttrr", "--what", ","], "--what: expected one or more of tau"),
        (["eval", "cartesian", "--set", "m1"], "--set 'm1': expected NAME=VALUE"),
        (["eval", "cartesian", "--set", "m1=l1"], "the values: m1: 'l1' is not a number"),
        (["eval", "cartesian", "--set", "m1=30deg"], "the values: m1: '30deg' is not a number"),
        (["eval", "planar2r", "--set", "q1=q2"], "the values: q1: 'q2' is not a number"),
        (["eval", "cartesian", "--set", "m1=1/0"], "division by zero"),
        (["eval", "cartesian", "--set", "m1=nan"], "the values: m1: 'nan' is not a number"),
        (["eval", "cartesian", "--set", "m1=inf"], "the values: m1: 'inf' is not a number"),
        (["eval", "cartesian", "--set", "m1=-Infinity"], "the values: m1: '-Infinity' is not"),
        (["eval", "cartesian", "--set", "m1=1e999"], "the number '1e999' is out of range"),
        (["eval", "cartesian", "--set", "m1="], "the values: m1 is empty; expected a number"),
        (["eval", "cartesian", "--set", "m1=1e5e5"], "the values: m1: "),
        (["eval", "cartesian", "--set", "m1=__import__('os')"], "cannot be read"),
        (["eval", "cartesian", "--set", f"m1={DEEP}"], "nested more than 60 parentheses deep"),
        (["eval", "cartesian", "--digits", "-3", "--set", "m1=1", "--set", "m2=1", "--set", "m3=1",
          "--what", "M"], "-3 digits were asked for; expected 1 to"),
        (["derive", f"Rz({DEEP})"], "nested more than 60 parentheses deep"),
        (["derive", "Rz(q1"], "'Rz(q1' cannot be read at the end: expected"),
        (["derive", "Rz(q1) tx(l1 Rz(q2)"], "cannot be read at column"),
        (["why", "planar2r", "tau3", "m1"], "no driving force 'tau3'; expected tau1 to tau2"),
        (["why", "planar2r", "tau1", "m1+m2"], "'m1+m2' has 2 terms in normal form"),
        (["why", "planar2r", "tau1", "m3"], "no symbol 'm3' in these expressions; did you mean"),
        (["why", "planar2r", "tau1", DEEP], "nested more than 60 parentheses deep"),
        (["why", "planar2r", "tau1", "m1", "--notation", "none"], "no notation is called 'none'"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)  # fmt: skip
def test_one_sentence_and_status_two(arguments: list[str], sentence: str, torsor) -> None:
    assert sentence in torsor(*arguments).complaint


@pytest.mark.parametrize("command", ["show", "derive", "eval", "why"])
@pytest.mark.parametrize("trick", TRICKS)
def test_a_robot_that_tries_tricks_is_refused(command: str, trick: str, torsor) -> None:
    rest = ["tau1", "m1"] if command == "why" else []
    assert torsor(command, trick, *rest).complaint


@pytest.mark.parametrize("trick", TRICKS)
def test_values_that_try_tricks_are_refused(trick: str, torsor) -> None:
    if trick:
        assert torsor("eval", "cartesian", "--set", f"{trick}=1").complaint
    assert torsor("eval", "cartesian", "--set", f"m1={trick}").complaint
    assert torsor("derive", "cartesian", "--notation", f"{trick}x").complaint


NAMED = {
    "missing.json": (None, "cannot be read: No such file or directory"),
    "latin.json": (b'{"m1": "\xff"}', "not a UTF-8 text"),
    "open.json": (b'{"m1": 1,\n "m2": }', "malformed JSON at line 2, column 8: expecting value"),
    "empty.json": (b"", "malformed JSON at line 1, column 1: expecting value"),
    "list.json": (b"[1, 2]", "expected an object of numbers by symbol"),
    "text.json": (b'"m1"', "expected an object of numbers by symbol"),
    "nan.json": (b'{"m1": NaN}', "NaN is not a finite number"),
    "infinity.json": (b'{"m1": -Infinity}', "-Infinity is not a finite number"),
    "huge.json": (b'{"m1": 1e999}', "m1: the number '1e999' is out of range"),
    "digits.json": (b'{"m1": 1' + b"0" * 5000 + b"}", "out of range"),
    "nested.json": (b"[" * 100_000, "nested too deep"),
    "null.json": (b'{"m1": null}', "m1 is empty; expected a number"),
    "true.json": (b'{"m1": true}', "m1: expected a number, got 'True'"),
    "array.json": (b'{"m1": [1]}', "m1: expected a number, got "),
    "object.json": (b'{"m1": {"x": 1}}', "m1: expected a number, got "),
    "short.json": (b'{"q": [1, 2]}', "q has 2 entries, expected 3"),
    "inner.json": (b'{"q": [1, 2, []]}', "q3: expected a number, got '[]'"),
    "parentheses.json": (json.dumps({"m1": DEEP}).encode(), "nested more than 60 parentheses"),
    "name.json": (b'{"m1": "m2"}', "m1: 'm2' is not a number"),
    "foreign.json": (b'{"m9": 1}', "'m9' is no symbol of Cartesian; did you mean"),
    "open.toml": (b"m1 = 1\nm2 = ", "malformed TOML: invalid value (at line 2, column 6)"),
    "twice.toml": (b"m1 = 1\nm1 = 2", "malformed TOML: cannot overwrite a value (at line 2"),
    "nan.toml": (b"m1 = nan", "m1: 'nan' is not a number"),
    "inf.toml": (b"m1 = -inf", "m1: '-inf' is not a number"),
    "nested.toml": (b"m1 = " + b"[" * 5000, "malformed TOML: nested too deep"),
    "tables.toml": (b"m1 = " + b"{a=" * 5000, "malformed TOML: nested too deep"),
    "digits.toml": (b"m1 = 1" + b"0" * 5000, "malformed TOML"),
    "date.toml": (b"m1 = 1979-05-27", "m1: expected a number, got '1979-05-27'"),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("command", ["eval", "derive"])
def test_a_bad_file_of_values_is_named_with_what_is_wrong(
    name: str, command: str, torsor, tmp_path: Path
) -> None:
    content, sentence = NAMED[name]
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    found = torsor(command, "cartesian", "--values", file).complaint
    assert found.startswith(str(file))
    assert sentence in found
    assert len(found) < 400


def test_a_folder_is_no_file_of_values(torsor, tmp_path: Path) -> None:
    found = torsor("eval", "cartesian", "--values", tmp_path).complaint
    assert found == f"{tmp_path} cannot be read: Is a directory"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'name = "x"\njoint = [', "line 2, column 10"),
        (b'joint = [{ kind = "R" }]', "axis"),
        (b'joint = [{ kind = "Q", axis = "z" }]', "Q"),
        (b"\xff\xfe", "not a UTF-8 text"),
        (b'ets = "Rz(q1) tx("', "cannot be read"),
        (b'name = "\\u001b]0;x"\nets = "Rz(q1)"', "name"),
        (b"a = " + b"[" * 5000, "nested too deep"),
        (b"#" * 600_000, "larger than 500 kB"),
    ],
)
def test_a_bad_robot_file_is_named_with_what_is_wrong(
    content: bytes, sentence: str, torsor, tmp_path: Path
) -> None:
    file = tmp_path / "arm.toml"
    file.write_bytes(content)
    for command in ("show", "derive", "eval"):
        found = torsor(command, file).complaint
        assert found.startswith(str(file))
        assert sentence in found


def test_a_robot_file_that_is_missing_or_a_folder(torsor, tmp_path: Path) -> None:
    assert "No such file" in torsor("derive", tmp_path / "none.toml").complaint
    (tmp_path / "folder.toml").mkdir()
    assert "Is a directory" in torsor("derive", tmp_path / "folder.toml").complaint


def test_a_hostile_path_cannot_reach_the_terminal(torsor, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nb.json"
    assert "No such file" in torsor("eval", "cartesian", "--values", path).complaint
