"""A robot as TOML: what was written reads back as the same robot; what is wrong is named."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import torsor
from torsor import Payload, TorsorError, load
from torsor.algebra.formula import formula
from torsor.formats.toml.reader import read_toml, robot_from_table, write_toml
from torsor.robot import Quaternion, Turn
from torsor.robot.robot import ORIGIN, ZERO

from .tables import printable, tables

JOINT = 'joint = [{ kind = "R", axis = "z" }]'


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables())
def test_what_is_written_reads_back_as_the_same_robot(table: dict) -> None:
    robot = robot_from_table(table)
    text = write_toml(robot)
    assert read_toml(text) == robot
    assert write_toml(read_toml(text)) == text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables())
def test_the_written_text_says_what_the_table_said(table: dict) -> None:
    text = write_toml(robot_from_table(table))
    written = tomllib.loads(text)
    kinds = [joint["kind"] for joint in written["joint"]]
    assert kinds == [joint["kind"].replace("P", "T") for joint in table["joint"]]
    assert written["name"] == table.get("name", "robot")
    assert written.get("source", "") == table.get("source", "")
    assert written.get("description", "") == table.get("description", "")
    assert written["hypotheses"] == table.get("hypotheses", [])
    for i, (joint, given_) in enumerate(zip(written["joint"], table["joint"], strict=True)):
        assert joint.get("parent", i) == given_.get("parent", i)
        assert joint.get("name") == given_.get("name")


@pytest.mark.parametrize("name", torsor.library_names())
def test_every_library_robot_reads_back(name: str) -> None:
    robot = load(name)
    assert read_toml(write_toml(robot)) == robot


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_a_dh_table_is_written_as_joints(convention: str) -> None:
    robot = read_toml(
        f'[dh]\nconvention = "{convention}"\nrows = ['
        '{ alpha = "alpha1", a = "a1", d = "d1" }, { alpha = "30deg", a = 0.2, d = "q2" }]'
    )
    assert read_toml(write_toml(robot)) == robot


def test_an_assumed_robot_is_written_with_its_numbers() -> None:
    table = {"joint": [{"kind": "R", "axis": "z"}], "hypotheses": ["m1 = 2", "com_at_origin"]}
    assumed = torsor.derive(table).robot
    again = read_toml(write_toml(assumed))
    assert again.links == assumed.links
    assert torsor.derive(again).tau == torsor.derive(table).tau


def test_couplings_and_drives_read_back() -> None:
    robot = read_toml(
        """
        joint = [
          { kind = "R", axis = "z", name = "a", moves = "q1", link = { friction = true } },
          { kind = "R", axis = "z", moves = "2*q1 - q2 + alpha", link = { spring = "k" } },
          { kind = "T", axis = "x", mimic = { joint = "a", ratio = 0.5, offset = "c" } },
          { kind = "T", axis = "x", link = { viscous = 0.1, spring = 3, rest = "l*cos(60deg)" } },
        ]
        """
    )
    assert robot.dof == 3
    assert read_toml(write_toml(robot)) == robot
    assert str(robot.links[3].drive.rest) == "l*cos(60deg)"


@settings(max_examples=70, deadline=None)
@given(printable)
def test_any_printable_text_survives_quoting(text: str) -> None:
    robot = robot_from_table({"joint": [{"kind": "R", "axis": "z"}], "description": text})
    assert tomllib.loads(write_toml(robot)).get("description", "") == text


def test_a_robot_is_read_as_it_is_written() -> None:
    robot = read_toml(
        """
        name = "Test arm"
        gravity = [0, "-g", 0]
        joint = [
          { kind = "r", axis = "-x", offset = [0.35, "l1/2", 0], name = "shoulder" },
          { kind = "P", axis = [0, 3, 4], rotation = "Rz(-90deg) Rx(alpha)" },
          { kind = "F", rotation = { quaternion = [1, 2, 2, 0.5] }, parent = "shoulder" },
          { kind = "R", axis = [1, 1, 0], rotation = { rpy = ["10deg", "20deg", "30deg"] } },
        ]
        tool = { offset = [0, 0, "d"], rotation = { axis = "y", angle = "pi" } }
        payload = "body"
        """
    )
    assert robot.name == "Test arm"
    assert robot.structure == "RTFR"
    assert [joint.parent for joint in robot.joints] == [0, 1, 1, 3]
    first, second, third, fourth = robot.joints
    assert [e.constant for e in first.axis] == [-1, 0, 0]
    assert first.placement.offset == (formula("7/20"), formula("l1/2"), ZERO)
    assert [e.constant for e in second.axis] == [0, Fraction(3, 5), Fraction(4, 5)]
    x, y, z = (tuple(formula(int(i == k)) for i in range(3)) for k in range(3))
    assert second.placement.rotation == (Turn(z, formula("-90deg")), Turn(x, formula("alpha")))
    assert third.placement.rotation == (Quaternion(*map(Fraction, (1, 2, 2, "1/2"))),)
    assert [turn.axis for turn in fourth.placement.rotation] == [z, y, x]
    assert [str(turn.angle) for turn in fourth.placement.rotation] == ["30deg", "20deg", "10deg"]
    assert [str(e) for e in fourth.axis] == ["sqrt(2)/2", "sqrt(2)/2", "0"]
    assert robot.tool.rotation == (Turn(y, formula("pi")),)
    assert robot.payload.kind == "body"
    assert str(robot.gravity[1]) == "-g"


@pytest.mark.parametrize(
    ("written", "entries"),
    [
        ("0", ["0"] * 6),
        ("[1, 2, 3]", ["1", "2", "3", "0", "0", "0"]),
        ('["a", 2, 3, 4, 5, "b"]', ["a", "2", "3", "4", "5", "b"]),
        ('{ zz = "J", xy = -0.5 }', ["0", "0", "J", "-1/2", "0", "0"]),
    ],
)
def test_an_inertia_may_be_written_in_four_ways(written: str, entries: list[str]) -> None:
    robot = read_toml(f'joint = [{{ kind = "R", axis = "z", link = {{ inertia = {written} }} }}]')
    assert [str(e) for e in robot.links[0].inertia] == entries
    assert str(robot.links[0].mass) == "m1"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('"none"', Payload("none")),
        ('{ axes = "base" }', Payload("wrench", "base")),
        (
            '{ wrench = [1, 0, 0, 0, 0, "n"] }',
            Payload("wrench", wrench=tuple(map(formula, (1, 0, 0, 0, 0, "n")))),
        ),
    ],
)
def test_a_payload_may_be_a_word_or_a_table(written: str, expected: Payload) -> None:
    assert read_toml(f"{JOINT}\npayload = {written}").payload == expected


def test_a_carried_body_and_a_weight_take_numbers() -> None:
    body = read_toml(f'{JOINT}\npayload = {{ kind = "body", mass = 2, com = 0 }}').payload.body
    assert body.mass.constant == 2
    assert body.com == ORIGIN
    assert str(body.inertia[0]) == "Ixxp"
    weight = read_toml(f'{JOINT}\npayload = {{ kind = "weight", mass = 0.5 }}').payload.body
    assert weight.mass.constant == Fraction(1, 2)


def test_links_of_tables_and_sequences_are_listed_apart() -> None:
    robot = read_toml('ets = "Rz(q1) tx(l1) Rz(q2)"\nlink = [{ mass = 1 }, { com = 0 }]')
    assert robot.links[0].mass.constant == 1
    assert robot.links[1].com == ORIGIN
    assert str(robot.links[1].mass) == "m2"


BAD = {
    # malformed: the line and the column are told
    'name = "x\n': "line 1, column 10",
    "joint = [\n  { kind = }\n]": "line 2, column 12",
    "= 3": "line 1, column 1",
    f"{JOINT}\n{JOINT}": "line 2, column 37",
    "[joint": "line 1, column 7",
    "\x00": "malformed TOML: invalid statement .at line 1, column 1",
    "name = '\x1b[31m'": "malformed TOML",
    # the joints
    "": "needs its joints in one way",
    "name = 'x'": "needs its joints in one way",
    f"{JOINT}\nets = 'Rz(q1)'": "joint and ets",
    "joint = []": "at least one joint",
    "joint = 3": "at least one joint",
    "joint = [3]": "joint 1: expected a table",
    "joint = [{ axis = 'z' }]": "joint 1: expected kind R .* got 'nothing'",
    "joint = [{ kind = 'X', axis = 'z' }]": "joint 1: expected kind R .* got 'X'",
    "joint = [{ kind = 1, axis = 'z' }]": "joint 1: expected kind R",
    "joint = [{ kind = 'R' }]": "joint 1: a joint of kind R needs an axis",
    "joint = [{ kind = 'R', axis = 'z' }, { kind = 'T' }]": "joint 2: a joint of kind T needs",
    "joint = [{ kind = 'R', axis = 'w' }]": "joint 1, axis: 'w' is no axis",
    "joint = [{ kind = 'F', axis = 'w' }]": "joint 1, axis: 'w' is no axis",
    "joint = [{ kind = 'R', axis = '--z' }]": "is no axis",
    "joint = [{ kind = 'R', axis = [0, 0] }]": "is no axis",
    "joint = [{ kind = 'R', axis = [0, 0, 0] }]": "joint 1, axis: .*no direction",
    "joint = [{ kind = 'R', axis = [0, 0, 'a'] }]": "joint 1, axis: 'a' is not a number",
    "joint = [{ kind = 'R', axis = [0, 0, true] }]": "joint 1, axis: True is not a number",
    "joint = [{ kind = 'R', axis = [nan, 0, 1] }]": "joint 1, axis: nan is not a finite",
    "joint = [{ kind = 'F' }]": "no joint that moves",
    "joint = [{ kind = 'R', axis = 'z', parent = 1 }]": "joint 1: expected as parent",
    "joint = [{ kind = 'R', axis = 'z', parent = -1 }]": "joint 1: expected as parent",
    "joint = [{ kind = 'R', axis = 'z', parent = true }]": "joint 1: expected as parent",
    "joint = [{ kind = 'R', axis = 'z', parent = 0.0 }]": "joint 1: expected as parent",
    "joint = [{ kind = 'R', axis = 'z', parent = 'x' }]": "no earlier joint is called 'x'",
    "joint = [" + "{ kind = 'R', axis = 'z' }," * 201 + "]": "201 joints",
    # unknown keys
    f"{JOINT}\nmass = 3": "the robot: unknown key 'mass'",
    f"{JOINT}\ngravty = 0": "unknown key 'gravty'; did you mean 'gravity'",
    "joint = [{ kind = 'R', axis = 'z', ofset = 0 }]": "joint 1: unknown key 'ofset'; did you mean",
    "joint = [{ kind = 'R', axis = 'z', link = { m = 1 } }]": "joint 1, link: .*unknown key 'm'",
    f"{JOINT}\ntool = {{ lenght = 3 }}": "tool: .*unknown key 'lenght'",
    # numbers
    "joint = [{ kind = 'R', axis = 'z', offset = [inf, 0, 0] }]": "joint 1: offset: 'inf' is not",
    "joint = [{ kind = 'R', axis = 'z', offset = [nan, 0, 0] }]": "joint 1: offset: 'nan' is not",
    "joint = [{ kind = 'R', axis = 'z', link = { mass = -inf } }]": "link: mass: '-inf' is not a",
    f"{JOINT}\ngravity = [0, 0, nan]": "gravity: 'nan' is not a finite number",
    f"{JOINT}\ngravity = nan": "gravity: expected three",
    f"{JOINT}\ngravity = [0, 0, 1e999999999]": "gravity: 'inf' is not a finite number",
    f"{JOINT}\ngravity = [0, 0, '1e999999999']": "gravity: .* out of range",
    f"{JOINT}\ngravity = [0, 0, {'9' * 5000}]": "malformed TOML: .*4300 digits",
    f"{JOINT}\ngravity = [0, 0, {'9' * 4000}]": "gravity: .*this many digits",
    f"{JOINT}\ngravity = [0, 0, 'g^9999999']": "gravity: the power .* out of range",
    f"{JOINT}\ngravity = [0, 0]": "gravity: expected three entries",
    f"{JOINT}\ngravity = [0, 0, 0, 0]": "gravity: expected three entries",
    f"{JOINT}\ngravity = [0, 0, true]": "neither a number nor a text",
    f"{JOINT}\ngravity = [0, 0, 1979-05-27]": "neither a number nor a text",
    f"{JOINT}\ngravity = [0, 0, [1]]": "neither a number nor a text",
    f"{JOINT}\ngravity = [0, 0, {{ x = 1 }}]": "neither a number nor a text",
    f"{JOINT}\ngravity = [0, 0, 'g deg']": "gravity: 'g deg' cannot be read",
    f"{JOINT}\ngravity = [0, 0, '90deg']": "is an angle",
    f"{JOINT}\ngravity = [0, 0, '{'(' * 5000}1{')' * 5000}']": "gravity: .*nested more than",
    # rotations
    f"{JOINT}\ntool = {{ rotation = 'Rz(90)' }}": "tool: rotation: 90: expected an angle",
    f"{JOINT}\ntool = {{ rotation = 'Rw(90deg)' }}": "'Rw' is no rotation",
    f"{JOINT}\ntool = {{ rotation = '90deg' }}": "tool: rotation: '90deg' cannot be read",
    f"{JOINT}\ntool = {{ rotation = 90 }}": "is no rotation",
    f"{JOINT}\ntool = {{ rotation = [['Rz(0)']] }}": "is no rotation",
    f"{JOINT}\ntool = {{ rotation = {{ axis = 'z' }} }}": "by axis and angle, by quaternion",
    f"{JOINT}\ntool = {{ rotation = {{ quaternion = [0, 0, 0, 0] }} }}": "four zeros",
    f"{JOINT}\ntool = {{ rotation = {{ quaternion = [1, 0, 0] }} }}": "expected a rotation",
    f"{JOINT}\ntool = {{ rotation = {{ quaternion = [1, 0, 0, inf] }} }}": "not a finite",
    f"{JOINT}\ntool = {{ rotation = {{ rpy = [1, 2, 3] }} }}": "expected an angle with its unit",
    f"{JOINT}\ntool = {{ rotation = {{ axis = 'z', angle = true }} }}": "is not an angle",
    # names and texts
    f"{JOINT}\nname = ''": "name: '' is no name",
    f"{JOINT}\nname = '   '": "is no name",
    f"{JOINT}\nname = 3": "name: '3' is not a text",
    f"{JOINT}\nname = '../../etc/passwd'": "name: .* is no name",
    f"{JOINT}\nname = '..'": "is no name",
    f"{JOINT}\nname = 'a/b'": "is no name",
    f"{JOINT}\nname = '$(id)'": "is no name",
    f"{JOINT}\nname = '`id`'": "is no name",
    f"{JOINT}\nname = '\\input{{x}}'": "is no name",
    f"{JOINT}\nname = 'a%b'": "is no name",
    f"{JOINT}\nname = '<script>'": "is no name",
    f'{JOINT}\nname = "a\\nb"': "not printable",
    f'{JOINT}\nname = "a\\u202eb"': "not printable",
    f'{JOINT}\nsource = "a\\u0000b"': "source: .*not printable",
    f"{JOINT}\nname = '{'x' * 61}'": "longer than 60",
    f"{JOINT}\ndescription = '{'x' * 401}'": "longer than 400",
    "joint = [{ kind = 'R', axis = 'z', name = 'a;b' }]": "joint 1, name: 'a;b' is no name",
    "joint = [{ kind = 'R', axis = 'z', offset = ['l_{1}', 0, 0] }]": "1: offset: .* column 3",
    "joint = [{ kind = 'R', axis = 'z', offset = ['\\alpha', 0, 0] }]": "1: offset: .*column 1",
    "joint = [{ kind = 'R', axis = 'z', offset = ['$HOME', 0, 0] }]": "joint 1: offset: .*column 1",
    "joint = [{ kind = 'R', axis = 'z', offset = ['../x', 0, 0] }]": "joint 1: offset: .*column 1",
    "joint = [{ kind = 'R', axis = 'z', offset = ['β', 0, 0] }]": "joint 1: offset: .*not ASCII",
    # links, payload, hypotheses
    "joint = [{ kind = 'R', axis = 'z', link = { inertia = [1, 2] } }]": "link: inertia: expected",
    "joint = [{ kind = 'R', axis = 'z', link = { inertia = { xw = 1 } } }]": "unknown key 'xw'",
    "joint = [{ kind = 'R', axis = 'z', link = { com = [1, 2] } }]": "link: com: expected three",
    f"{JOINT}\nlink = [{{}}]": "each joint carries its own link",
    "ets = 'Rz(q1)'\nlink = [{}, {}]": "link: expected a list of 1 links",
    "ets = 'Rz(q1) tx(l)'\ntool = { offset = [1, 0, 0] }": "tool: .* places the tool already",
    "ets = 3": "ets: '3' is not a text",
    f"{JOINT}\npayload = 'load'": "payload: the payload 'load'",
    f"{JOINT}\npayload = {{ kind = 'wrench', mass = 1 }}": "has no mass",
    f"{JOINT}\npayload = {{ kind = 'weight', com = 0 }}": "has a mass only",
    f"{JOINT}\npayload = {{ kind = 'body', wrench = [] }}": "wrench: expected six",
    f"{JOINT}\npayload = {{ wrench = [1, 2, 3] }}": "wrench: expected six",
    f"{JOINT}\npayload = 3": "payload: .*expected a table",
    f"{JOINT}\nhypotheses = 'com_at_origin'": "hypotheses: expected a list of texts",
    f"{JOINT}\nhypotheses = [3]": "hypotheses: expected a list of texts",
    # nested or dotted without end
    f"{JOINT}\nname = {'[' * 300}{']' * 300}": "nested more than",
    "name = " + "[" * 5000 + "]" * 5000: "malformed TOML: nested too deep",
    "name." + "a." * 300 + "a = 1": "nested more than",
    "name." + "a." * 3000 + "a = 1": "malformed TOML: a line with more than",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[-60:]))
def test_what_is_wrong_is_told_in_one_line(text: str) -> None:
    with pytest.raises(TorsorError, match=BAD[text]) as caught:
        read_toml(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([t for t in BAD if len(t) < 400]), st.integers(0, 3))
def test_an_error_is_the_same_among_blank_lines(text: str, blank: int) -> None:
    with pytest.raises(TorsorError):
        read_toml("\n" * blank + text)
