"""Hostile and broken URDFs: one sentence with file, line and element, exit status 2, in no time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from torsor.cli.main import run
from torsor.formats.urdf.reader import read_urdf

from .test_urdf import ARM, FORK, body, joint, link, urdf

SECONDS = 3.0

LAUGHS = "".join(
    f'<!ENTITY l{k} "{f"&l{k - 1};" * 10}">' if k else '<!ENTITY l0 "ha">' for k in range(12)
)
BOMB = f'<?xml version="1.0"?><!DOCTYPE robot [{LAUGHS}]><robot name="&l11;">&l11;</robot>'
OUTSIDE = '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="a">&x;</robot>'
REMOTE = '<!-- hi --> <!DOCTYPE robot SYSTEM "http://127.0.0.1:9/robot.dtd"><robot name="a"/>'
MANY = "<robot>" + "<a/>" * 300_000 + "</robot>"
CHAIN = urdf(links=" ".join(f"l{k}" for k in range(2001)))

ONE = joint("one", "revolute", "base", "a")


def arm(old: str, new: str) -> str:
    """The small arm with one thing changed."""
    assert old in ARM
    return ARM.replace(old, new)


REFUSED = {
    "a bomb of entities": (BOMB, "arm.urdf: a document type"),
    "an entity from outside": (OUTSIDE, "arm.urdf: a document type"),
    "a type from the network": (REMOTE, "arm.urdf: a document type"),
    "an entity that nothing declares": ("<robot>&x;</robot>", "arm.urdf:1: malformed XML: entity"),
    "nesting": ("<robot>" + "<a>" * 100_000, "arm.urdf:1: elements nested more than 256 deep"),
    "many elements": (MANY, "arm.urdf: more than 100000 elements, refused"),
    "many links": (CHAIN, "2001 links; at most 2000 are read"),
    "fifty megabytes": ("<!--" + " " * 50_000_000, "arm.urdf: larger than 4000 kB, refused"),
    "many open comments": ("<robot>" + "<!--" * 250_000, "malformed XML"),
    "nothing": ("", "malformed XML: document is empty"),
    "no XML": ("arm", "malformed XML: start tag expected"),
    "an attribute twice": ('<robot name="a" name="b"/>', "malformed XML: attribute name redefined"),
    "another root": ("<sdf/>", "arm.urdf:1: <sdf>: expected a <robot>"),
    "a null byte": ("<robot>\0</robot>", "malformed XML"),
    "no links": ('<robot name="a"/>', "no <link> in it"),
    "xacro elements": (
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">\n<xacro:include file="x"/></robot>',
        "arm.urdf:2: <xacro:include>: this is written for xacro",
    ),
    "xacro undeclared": ("<robot><xacro:include/></robot>", "xacro robot.urdf.xacro > robot.urdf"),
    "a xacro expression": (arm('"0.1 0 0"', '"${l} 0 0"'), "this is written for xacro"),
    "a number too large": (arm('mass value="2"', 'mass value="1e999999"'), "not a finite decimal"),
    "a number out of range": (
        arm('mass value="2"', 'mass value="1e31"'),
        "arm.urdf:4: <link name=\"a\"> <inertial> <mass>: value: the number '1e31' is out of range",
    ),
    "a number of a million digits": (
        arm('mass value="2"', f'mass value="{"9" * 10**6}"'),
        "decimal",
    ),
    "not a number": (arm('mass value="2"', 'mass value="nan"'), "'nan' is not a finite decimal"),
    "infinity": (arm('xyz="0.1 0 0"', 'xyz="inf 0 0"'), "xyz: 'inf' is not a finite decimal"),
    "an expression": (arm('mass value="2"', 'mass value="1+1"'), "'1+1' is not a finite decimal"),
    "two numbers of three": (
        arm('xyz="0.1 0 0"', 'xyz="0.1 0"'),
        "<origin>: xyz: expected three numbers, got '0.1 0'",
    ),
    "a negative mass": (arm('mass value="2"', 'mass value="-2"'), "a mass of -2 kg"),
    "a missing mass": (arm('<mass value="2"/>', ""), "expected a <mass> and an <inertia>"),
    "a missing moment": (arm('ixx="0.35"', ""), "expected the attribute ixx"),
    "an axis of zeros": (arm('xyz="1 0 0"', 'xyz="0 0 0"'), "three zeros has no direction"),
    "a floating joint": (arm("prismatic", "floating"), '<joint name="two">: a floating joint has'),
    "a planar joint": (arm("prismatic", "planar"), '<joint name="two">: a planar joint has'),
    "another joint": (arm("prismatic", "ball"), "type 'ball'; expected revolute, continuous, pris"),
    "no type": (arm(' type="prismatic"', ""), "expected the attribute type"),
    "no child": (arm('<child link="b"/>', ""), "expected a <child link=…/>"),
    "an unknown link": (arm('<child link="b"/>', '<child link="z"/>'), "child link 'z' is not in"),
    "a link twice": (arm('<link name="b"/>', '<link name="a"/>'), "a second link of this name"),
    "a joint twice": (arm('name="two"', 'name="one"'), "a second joint of this name"),
    "no name": (arm('<link name="b"/>', "<link/>"), "expected the attribute name"),
    "two roots of the tree": (
        urdf(ONE, links="base a b"),
        "2 links hang on nothing ('base', 'b'); expected one",
    ),
    "two parents": (
        FORK.replace("</robot>", joint("four", "fixed", "b", "c") + "</robot>"),
        "the link 'c' hangs on joint 'main' already; closed chains are not read",
    ),
    "a loop": (
        urdf(ONE, joint("two", "fixed", "a", "base"), links="base a"),
        "its joints form a loop",
    ),
    "a loop aside": (
        urdf(ONE, joint("b", "fixed", "b", "c"), joint("c", "fixed", "c", "b")),
        "in a loop of joints",
    ),
    "a joint on itself": (urdf(ONE, joint("two", "fixed", "b", "b"), links="base a b"), "loop"),
    "nothing that moves": (
        urdf(joint("one", "fixed", "base", "a"), links="base a"),
        "it has no joint that moves",
    ),
    "a follower of nothing": (
        arm('<axis xyz="1 0 0"/>', '<mimic joint="z"/>'),
        "it follows 'z', and no joint is called so",
    ),
    "a follower of itself": (
        arm('<axis xyz="1 0 0"/>', '<mimic joint="two"/>'),
        "followers in a circle: two → two",
    ),
    "a follower at a standstill": (
        arm('<axis xyz="1 0 0"/>', '<mimic joint="one" multiplier="0"/>'),
        "a multiplier of 0 holds the joint still",
    ),
    "friction below zero": (
        arm('<axis xyz="1 0 0"/>', '<dynamics damping="-1"/>'),
        "expected damping and friction that are not negative",
    ),
}


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence of a command that is refused, in bounded time."""
    start = time.process_time()
    status = run(arguments)
    took = time.process_time() - start
    captured = capsys.readouterr()
    assert status == 2, captured.out
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert captured.err.rstrip("\n").isprintable()
    assert len(captured.err) < 800
    assert took < SECONDS
    return captured.err


@pytest.mark.parametrize(("text", "sentence"), REFUSED.values(), ids=REFUSED.keys())
def test_a_bad_file_gets_one_sentence(
    text: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(text, "utf-8")
    said = complaint(["show", "arm.urdf"], capsys)
    assert sentence in said
    assert "arm.urdf" in said


@pytest.mark.parametrize(
    "name",
    [
        'a"b', "a'b", "a\nb", "\\input{x}", "$x$", "$(rm -rf x)", "`ls`", "a;b", "a|b", "a&b",
        "<b>", "../../etc/passwd", "..", "\x7f", "\u202eabc", " ", "x" * 5000, "${a}", "{{7*7}}",
        "%s" * 99,
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", ["joint", "link", "robot"])
def test_a_name_that_is_an_attack_is_refused(
    name: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    safe = "".join(f"&#{ord(ch)};" if ch in "\"'<>&\n\x7f" else ch for ch in name)
    old = {"joint": '"two"', "link": '"b"', "robot": '"arm"'}[place]
    (tmp_path / "arm.urdf").write_text(ARM.replace(old, f'"{safe}"'), "utf-8")
    said = complaint(["show", str(tmp_path / "arm.urdf")], capsys)
    assert "refused" in said or "xacro" in said
    assert "<" + place in said


def test_a_name_with_a_slash_is_written_otherwise_and_told() -> None:
    robot = read_urdf(ARM.replace('"two"', '"arm/left:two"'))
    assert robot.joints[1].name == "arm_left_two"
    assert any("'arm/left:two' is written arm_left_two" in note for note in robot.notes)


def test_files_that_are_named_in_it_are_not_opened(tmp_path: Path) -> None:
    mesh = '<visual><geometry><mesh filename="../../../../etc/passwd"/></geometry></visual>'
    robot = read_urdf(ARM.replace('<link name="b"/>', link("b", mesh)))
    assert any("1 visual" in note for note in robot.notes)


def test_a_xacro_file_is_refused_with_the_command_that_expands_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = complaint(["show", str(tmp_path / "robot.urdf.xacro")], capsys)
    assert "expand it first: xacro robot.urdf.xacro > robot.urdf" in said


def test_a_file_that_is_not_there_or_no_text_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "cannot be read: No such file" in complaint(["show", str(tmp_path / "a.urdf")], capsys)
    (tmp_path / "b.urdf").write_bytes(ARM.encode("utf-16"))
    assert "not a UTF-8 text" in complaint(["show", str(tmp_path / "b.urdf")], capsys)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--tip", "zz"], "no link is called 'zz'"),
        (["--tip", "base"], "no joint moves between the root and the link 'base'"),
        (["--tip", "a", "--rest", "gone"], "rest 'gone': expected lumped or kept"),
        (["--symbolic", "masses"], "symbolic 'masses': expected inertias or lengths"),
        (["--exact-angles", "no"], "--exact-angles 'no': expected on or off"),
    ],
)
def test_options_that_do_not_fit_are_told(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "arm.urdf").write_text(ARM, "utf-8")
    assert sentence in complaint(["show", str(tmp_path / "arm.urdf"), *options], capsys)


def test_without_lxml_the_same_robot_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    by_lxml = read_urdf(ARM)
    monkeypatch.setitem(sys.modules, "lxml", None)
    assert read_urdf(ARM) == by_lxml


def test_two_thousand_fixed_links_are_read_in_bounded_time() -> None:
    start = time.process_time()
    robot = read_urdf(_fixed(1998, in_a_row=True))
    assert robot.structure == "R"
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("in_a_row", [True, False])
@pytest.mark.parametrize("exact_angles", [True, False])
def test_numbers_that_grow_too_long_are_rounded_and_told(
    in_a_row: bool, exact_angles: bool
) -> None:
    """Hundreds of bodies, each turned its own way, merged into one."""
    start = time.process_time()
    robot = read_urdf(_fixed(400, in_a_row, "0.1 0.2 0.3", "0.3 0.4 {}"), exact_angles=exact_angles)
    assert robot.links[0].mass.constant == 400
    assert any("since exact ones grew too long" in note for note in robot.notes)
    assert time.process_time() - start < 2 * SECONDS


def _fixed(count: int, in_a_row: bool, xyz: str = "0 0 0", rpy: str = "0 0 0") -> str:
    """A revolute joint and many links fixed beyond it, in a row or beside one another."""
    bodies = [link(f"l{k}", body(1, xyz, rpy.format(k / 100))) for k in range(1, count + 1)]
    joints = [
        joint(
            f"j{k}",
            "fixed",
            f"l{k - 1}" if in_a_row else "l0",
            f"l{k}",
            f'<origin xyz="{xyz}" rpy="{rpy.format(k / 70)}"/>',
        )
        for k in range(1, count + 1)
    ]
    return urdf(joint("j", "revolute", "base", "l0"), *bodies, *joints, links="base l0")
