"""Names are valid and not reserved in any language, and a user's words do no harm."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.program.targets.running import passes, put

from torsor import load
from torsor.errors import TorsorError
from torsor.program.targets import TARGETS, write_code
from torsor.program.targets.names import Names, harmless, stem_of, words

AWKWARD = words("""
lambda class do end function self fn NULL M_PI linux double typename Math k t1 c1 s2 parameters np I
NAN let match a__b a_b lambda_ in_ in is g_ g std sin_ yield
""")

NASTY = '*/ } #error "no" \n coding: latin-1 \\ ??/ """ %{ \u202e --> //'


def awkward_robot():
    """Each of the words is a mass, a mass centre or an inertia of links 2 to 5."""
    joints = [{"kind": "R", "axis": "z", "link": {"mass": 1, "com": 0, "inertia": {"zz": 1}}}]
    for i in range(0, len(AWKWARD), 10):
        mass, x, y, z, *six = [*AWKWARD[i : i + 10], *[0] * 10][:10]
        inertia = dict(zip(("xx", "yy", "zz", "xy", "xz", "yz"), six, strict=True))
        link = {"mass": mass, "com": [x, y, z], "inertia": inertia}
        joints.append({"kind": "R", "axis": "xyzx"[i // 10], "offset": [1, 1, 0], "link": link})
    return load({"name": "awkward", "joint": joints, "gravity": [0, 0, "-9.81"]})


@pytest.mark.parametrize("language", TARGETS)
def test_words_of_the_language_may_be_symbols(language, tmp_path):
    files = write_code(awkward_robot(), language, functions=["inverse_dynamics", "mass_matrix"])
    assert passes(language, put(files, tmp_path))


@pytest.mark.parametrize("language", TARGETS)
def test_a_nasty_name_stays_in_its_comment(language, tmp_path):
    robot = replace(load("planar2r"), name=NASTY, source=NASTY * 3)
    files = write_code(robot, language, functions=["inverse_dynamics"])
    assert passes(language, put(files, tmp_path))


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("PUMA 560", "puma_560"),
        ("3R", "robot_3r"),
        ("class", "class_robot"),
        ("numpy", "numpy_robot"),
        ("random", "random_robot"),
        ("Stäubli (TX-60)", "staubli_tx_60"),
        ("机器人", "robot"),
        ("../../etc/passwd", "etc_passwd"),
    ],
)
def test_a_robots_name_becomes_a_stem(text, stem):
    assert stem_of(text) == stem


@given(st.lists(st.text(min_size=1, max_size=50), unique=True, max_size=20))
def test_any_texts_become_different_identifiers(texts):
    reserved = {"if", "in", "x", "m1"}
    found = Names(reserved).of(texts)
    assert list(found) == texts
    assert len(set(found.values())) == len(texts)
    for name in found.values():
        assert name.isidentifier()
        assert name.isascii()
        assert name[0].isalpha()
        assert "__" not in name
        assert name not in reserved


@given(st.text())
def test_harmless_text_is_one_line_that_closes_nothing(text):
    line = harmless(text)
    assert line.isprintable()
    for mark in ("*/", "/*", "\\", "??"):
        assert mark not in line


def test_a_name_that_no_language_could_use_is_refused():
    with pytest.raises(TorsorError, match="'class_robot' would do"):
        write_code("planar2r", "cpp", name="class")
