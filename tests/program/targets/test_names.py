"""Names are valid and not reserved in any language, and a user's words do no harm."""

from __future__ import annotations

import builtins
import keyword
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.program.targets.running import must, passes, put, tool

from torsor import load
from torsor.algebra.formula import FUNCTIONS, UNITS
from torsor.errors import TorsorError
from torsor.program.targets import TARGETS, c, cpp, javascript, rust, write_code
from torsor.program.targets.shared import reserved_words as words_list
from torsor.program.targets.shared.identifiers import Names, harmless, stem_of
from torsor.program.targets.shared.package import build_package
from torsor.program.targets.shared.reserved_words import like_a_macro, words

AWKWARD = words("""
lambda class do end function self fn NULL M_PI linux double typename Math k t1 c1 s2 parameters np I
NAN let match a__b a_b lambda_ in_ in is g_ g std sin_ yield
""")

ARM = {
    "name": "arm",
    "joint": [{"kind": "R", "axis": "z", "link": {"mass": "M1", "com": ["L", 0, 0], "inertia": 0}}],
    "gravity": [0, 0, 0],
}

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


HEADERS = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal
stdbool stddef stdint stdio stdlib string tgmath time wchar wctype unistd termios pthread"""
CXX = "algorithm array chrono cmath complex cstdio iostream memory string thread vector"


def headers(language: str) -> str:
    """Everything that a user may have included before the generated file."""
    names = CXX.split() if language == "cpp" else [f"{name}.h" for name in HEADERS.split()]
    return "".join(f"#include <{name}>\n" for name in names)


def macros(language: str, folder: Path) -> list[str]:
    """The macros of the headers, as the compiler lists them; those with one underscore at most."""
    compiler, source = ("g++", "all.cpp") if language == "cpp" else ("gcc", "all.c")
    (folder / source).write_text(headers(language), "utf-8")
    listed = must(tool(compiler), "-dM", "-E", source, folder=folder)
    names = {line.split()[1].partition("(")[0] for line in listed.splitlines()}
    return sorted(name for name in names if re.fullmatch(r"[A-Za-z](_?[A-Za-z0-9])*", name))


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_every_macro_of_the_headers_may_be_a_symbol(language, tmp_path):
    listed = macros(language, tmp_path)
    assert len(listed) > 300
    assert {"M_PI_2", "M_2_PI", "linux"} <= set(listed)
    reserved = {"c": c, "cpp": cpp}[language].RESERVED
    local = Names(reserved, like_a_macro).of(listed).values()
    lines = "".join(f"    const double {name} = x[{i}];\n" for i, name in enumerate(local))
    body = f"double f(const double *x)\n{{\n{lines}    return {' + '.join(local)};\n}}\n"
    source = "use.cpp" if language == "cpp" else "use.c"
    (tmp_path / source).write_text(headers(language) + body, "utf-8")
    compiler = tool("g++" if language == "cpp" else "gcc")
    must(compiler, "-fsyntax-only", source, folder=tmp_path)


def words_of(language: str, folder: Path) -> list[str]:
    """Keywords, macros and built-ins, asked of the language itself where it can tell."""
    if language == "python":
        return [*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "np", "setup"]
    if language == "matlab":
        octave = tool("octave-cli", "octave")
        asked = "printf('%s\\n', iskeyword(){:}); printf('%s\\n', 'pi', 'i', 'Inf', 'ans', 'sin')"
        return must(octave, "--quiet", "--no-init-file", "--eval", asked, folder=folder).split()
    if language == "javascript":
        asked = "console.log(Object.getOwnPropertyNames(globalThis).join('\\n'))"
        return [*javascript.RESERVED, *must(tool("node"), "-e", asked, folder=folder).split()]
    if language == "rust":
        return [*rust.RESERVED, "String", "Vec", "Option", "Copy", "Add", "i64", "number", "main"]
    own = words_list.CPP if language in ("cpp", "cuda") else words_list.C
    return [*own, *(m for m in macros("c", folder) if m.startswith(("M_", "F", "I", "N", "l")))]


@pytest.mark.parametrize("language", TARGETS)
def test_the_words_of_a_language_may_all_be_parameters(language, tmp_path):
    """A mass that is a sum of them all, so that the set-up has a local name for each."""
    listed = [n for n in words_of(language, tmp_path) if re.fullmatch(r"[A-Za-z]\w*", n)]
    known = [n for n in dict.fromkeys(listed) if n not in (*UNITS, *FUNCTIONS)]
    joints = [
        {"kind": "R", "axis": "z", "link": {"mass": " + ".join(part), "com": [1, 0, 0]}}
        for part in (known[::2], known[1::2])
    ]
    robot = load({"name": "words", "joint": joints, "gravity": [0, 0, 0]})
    files = write_code(robot, language, functions=["mass_matrix"])
    assert passes(language, put(files, tmp_path))


def test_no_robot_takes_a_name_that_headers_declare(tmp_path):
    include = "#include <cmath>\n#include <cstdio>\n#include <math.h>\n#include <stdio.h>\n"
    (tmp_path / "all.cpp").write_text(include, "utf-8")
    text = must(tool("g++"), "-std=gnu++17", "-E", "all.cpp", folder=tmp_path)
    found = sorted(set(re.findall(r"\b[a-z][a-z0-9_]*\b", re.sub(r"(?m)^#.*", "", text))))
    assert {"sin", "gamma", "j1", "rename"} <= set(found)
    lines = "".join(f"namespace {name} {{ struct own {{}}; }}\n" for name in map(stem_of, found))
    (tmp_path / "use.cpp").write_text(include + lines, "utf-8")
    must(tool("g++"), "-std=gnu++17", "-fsyntax-only", "use.cpp", folder=tmp_path)


def test_parameters_keep_their_public_names():
    text = write_code("planar2r", "c")["planar_2r.h"]
    assert "planar_2r_at_Izz1 = " in text
    labels = build_package(load(ARM).with_payload("none"), ["mass_matrix"], {}).labels
    assert labels == {"M1": "at_M1", "L": "at_L"}
