"""``torsor.classify``: robots in disguise, the library's and the papers'."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest
from tests.studies.atlas.disguises import disguise

import torsor
from torsor.cli.main import run
from torsor.errors import TorsorError
from torsor.studies.atlas.words import list_structures, list_words, normal_axes

FOUND = {
    "rttrr": "RTTRR-zzyzy", "trtrr": "TRTRR-zzyyz", "3r": "RRR-zyz", "scara": "RRTR-zzzz",
    "rv1a": "RRRRRR-zyyzyz", "puma560": "RRRRRR-zyyzyz", "iiwa": "RRRRRRR-zyzyzyz",
    "panda": "RRRRRRR-zyzyzyz", "stanford": "RRTRRR-zyzzyz", "ur5": "RRRRRR-zyyyzy",
    "planar2r": "RR-zz", "cartesian": "TTT-zyx",
}  # fmt: skip


def test_500_robots_in_disguise_are_found_with_a_proven_mapping() -> None:
    random = Random(19)
    for _ in range(500):
        joints = random.choices((1, 2, 3, 4, 5), (1, 3, 6, 3, 1))[0]
        kinds, axes = "", ""
        for _ in range(joints):
            kinds += random.choice("RRT")
            axes += random.choice("xyz")
        found = torsor.classify(disguise(kinds, axes, random))
        assert found.name == f"atlas:{kinds}-{normal_axes(kinds, axes)}"
        assert found.proven


@pytest.mark.parametrize(("robot", "structure"), FOUND.items())
def test_the_robots_of_library_and_papers_are_found(robot: str, structure: str) -> None:
    found = torsor.classify(robot)
    assert found.name == f"atlas:{structure}"
    assert found.proven


def test_the_papers_lengths_are_those_of_the_structure() -> None:
    found = torsor.classify("rttrr")
    assert {n: str(v) for n, v in found.lengths.items()} == {"lx4": "l2", "lx5": "0"}
    assert found.coordinates["q3"] == "q3 + l3 + l4"
    assert found.zero == ["gx", "gy", "lx5"]
    assert torsor.classify("trtrr").coordinates["q4"] == "q4 + 90deg"


def test_a_wrong_mapping_is_not_proven() -> None:
    """The proof can fail: a length with the other sign, a sense that is not turned."""
    from dataclasses import replace

    from torsor.studies.atlas.proving import holds

    found = torsor.classify("planar2r")
    wrong = dict(found.mapping.parameters) | {"lx2": -found.parameters["lx2"]}
    assert holds(found.structure, found.laid, found.mapping)
    assert not holds(found.structure, found.laid, replace(found.mapping, parameters=wrong))


def test_a_structure_is_its_own_class() -> None:
    for kinds, axes in list_structures(3):
        found = torsor.classify(f"atlas:{kinds}-{axes}")
        assert found.name == f"atlas:{kinds}-{axes}"
        assert all(str(v) == n for n, v in found.parameters.items())


def test_every_word_is_a_name_and_derives() -> None:
    assert torsor.derive("atlas:rp-xy").robot.name == "RT-xy"
    assert len({torsor.load(f"atlas:{k}-{a}").name for k, a in list_words(3)}) == 216


def test_fixed_joints_and_drives_do_not_change_a_class() -> None:
    fixed = {"name": "a", "joint": [
        {"kind": "F", "axis": "z", "rotation": "Rx(90deg)"},
        {"kind": "R", "axis": "z", "link": {"mass": 2, "com": [0, 0, 1], "inertia": {"zz": 1}}},
        {"kind": "F", "axis": "z", "offset": ["l1", 0, 0],
         "link": {"mass": 1, "com": [0, 0, 0], "inertia": {"xx": 1}}},
        {"kind": "R", "axis": "x"},
    ]}  # fmt: skip
    found = torsor.classify(fixed, drives="friction")
    assert (found.name, found.proven) == ("atlas:RR-zy", True)
    assert str(found.parameters["m1"]) == "3"


def test_oblique_axes_are_told_as_twists() -> None:
    found = torsor.classify("Rz(q1) tx(l1) Rx(alpha) tz(d) Rz(q2) tx(a) Rx(25deg) tz(h) Rz(q3)")
    assert (found.name, found.proven) == ("atlas:RRR-twisted", True)
    assert found.twists == {"alpha2": "alpha", "alpha3": "25deg"}
    assert {n: str(v) for n, v in found.lengths.items()} == {"a2": "l1", "a3": "a", "d3": "d"}
    slide = torsor.classify("tz(q1) Rx(al) ty(5) tz(q2) tx(3) Rz(th) Rx(be) Rz(q3)")
    assert (slide.name, slide.proven) == ("atlas:TTR-twisted", True)
    assert slide.twists == {"alpha2": "al", "alpha3": "be", "beta3": "th"}


KINDS = ["".join(kinds) for n in (1, 2, 3) for kinds in product("RT", repeat=n)]


@pytest.mark.parametrize("kinds", KINDS)
def test_a_twisted_structure_is_its_own_class(kinds: str) -> None:
    found = torsor.classify(f"atlas:{kinds}-twisted")
    assert found.name == f"atlas:{kinds}-{'twisted' if len(kinds) > 1 else 'z'}"
    assert found.proven
    assert all(str(v) == n for n, v in found.parameters.items())


@pytest.mark.parametrize("kinds", KINDS)
def test_right_twists_are_all_structures_with_right_angles(kinds: str) -> None:
    """The twisted structure is the parent of all those with its kinds of joints."""
    twists = torsor.classify(f"atlas:{kinds}-twisted").twists
    found = set()
    for angles in product((0, 90), repeat=len(twists)):
        assume = [f"{n} = {a}deg" for n, a in zip(twists, angles, strict=True)]
        one = torsor.classify(f"atlas:{kinds}-twisted", assume=assume)
        assert one.proven
        found.add(one.name)
    assert found == {f"atlas:{k}-{a}" for k, a in list_structures(len(kinds)) if k == kinds}


@pytest.mark.parametrize(
    ("robot", "told"),
    [
        ("rv1a-paper", "given by bodies"),
        ("atlas:RRT", "lacks its axes"),
        ("atlas:RRT-zz", "expected an axis for each"),
        ("atlas:RQT-zzz", "has the letter 'Q'"),
        ("atlas:RRT-z-zz", "are not understood"),
        ("atlas:", "lacks its axes"),
        ("atlas:RRRR-twisted", "up to 3"),
        ("atls:RR-zz", "no robot is called"),
        ("Rz(q1) tx(a) Rz(q2) Rx(30deg) tx(b) Rz(q3) tx(c) Rz(q4)", "oblique to joint 2"),
        ("Rz(q1) tz(h) Rx(al) tz(q2) tx(3) Rz(th) Rx(be) tz(e) Rz(q3)", "is no polynomial"),
        ("Rz(q1) Rx(al) Ry(be) Rz(q2)", "common normal"),
        ({"name": "t", "joint": [{"kind": "R", "axis": "z"}, {"kind": "R", "axis": "z"},
                                 {"kind": "R", "axis": "x", "parent": 1}]}, "hangs on link 1"),
        ({"name": "t", "joint": [{"kind": "R", "axis": "z"},
                                 {"kind": "R", "axis": "z", "moves": "q1 + q2"}]}, "coupled"),
    ],
)  # fmt: skip
def test_what_is_in_no_class_is_one_sentence(robot: object, told: str) -> None:
    with pytest.raises(TorsorError, match=told):
        torsor.classify(robot)  # type: ignore[arg-type]


def test_the_command_prints_the_mapping_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["classify", "rttrr"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("RTTRR is atlas:RTTRR-zzyzy, proven: the driving forces are equal\n")
    assert "  lx4 = l2\n" in text
    assert run(["classify", "rttrr", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["structure"] == "atlas:RTTRR-zzyzy"
    assert data["proven"] is True
    assert data["parameters"]["rx3"] == "l2 + rx3"
    assert data["zero"] == ["gx", "gy", "lx5"]
