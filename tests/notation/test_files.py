"""A notation is a small data file; a user's own is handed over by its path, a bad one refused."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor
from torsor import Ring
from torsor.document.printing.text import TextPrinter
from torsor.equations import Style, document, text, write
from torsor.errors import TorsorError
from torsor.notation import Notation, load_notation, notation_names
from torsor.notation.fields import KEYS
from torsor.notation.notation import read_notation
from torsor.notation.writer import write_notation

ROOT = Path(__file__).parents[2]

OWN = """
name = "mine"
description = "θ, and sines in Spanish"
negated = ["Ixy"]
product = "·"

[trig]
style = "call"
sin = "sen"
cos = "cos"

[symbol]
"m<i>" = { base = "μ", sub = "<i>" }
"q<i>" = { base = "φ", sub = "<i>" }
"slide<i>" = { base = "d", sub = "<i>" }
"rx<i>" = { base = "r", sub = { base = "G", sub = "<i>x" }, pre = "<i>", accent = "hat" }
fx = { base = "F", sup = "<t>", sub = "x" }

[step]
a_C = { base = "a", sub = "G<i>" }
"""


def composed(shown: str) -> str:
    """Letters and their marks in one way of writing them."""
    return normalize("NFC", shown)


def own(folder: Path, content: str = OWN) -> str:
    file = folder / "mine.toml"
    file.write_text(content, "utf-8")
    return str(file)


def test_a_users_own_hand_is_used_by_its_path(tmp_path: Path) -> None:
    path = own(tmp_path)
    assert load_notation(path).name == "mine"
    ring = torsor.derive("Rz(q1) tx(l1) tz(q2) tx(l2)").ring
    shown = ring.parse("m1*rx2*cos(q1) - Ixy2*q2 + fx")
    assert composed(text(shown, path)) == composed("μ₁·²r̂G₂x·cos(φ₁) + Ixy₂·d₂ + Fx³")
    assert ring.parse("sin(q1)").latex(path) == r"\operatorname{sen}(\phi_{1})"


def test_a_users_own_hand_reaches_documents(tmp_path: Path) -> None:
    model = torsor.derive("planar2r")
    hand = load_notation(own(tmp_path))
    shown = write(document(model, Style(hand, relations=True), "steps"), hand, "text")
    assert "Notation: mine" in shown
    assert composed("aG₁ = ā₁ + ") in composed(shown)


def test_a_hand_that_extends_nothing_stands_on_the_standard_one(tmp_path: Path) -> None:
    path = own(tmp_path, '[symbol]\n"m<i>" = { base = "M", sub = "<i>" }\n')
    ring = Ring(["m1", "ddq1", "Izz1"], rates={"q1": "dq1", "dq1": "ddq1"})
    shown = text(ring.parse("m1*ddq1 + Izz1*ddq1"), path)
    assert composed(shown) == composed("Izz₁ q̈₁ + M₁ q̈₁")


def test_a_hand_may_extend_a_papers(tmp_path: Path) -> None:
    path = own(tmp_path, 'extends = "rttrr"\n[symbol]\ng = "γ"\n')
    ring = torsor.derive("rttrr").ring
    assert ring.parse("Ixx5*g").latex(path) == r"{}^{5}J_{x}^{*} \, \gamma"


def test_a_file_without_a_name_is_called_as_the_file_is(tmp_path: Path) -> None:
    assert load_notation(own(tmp_path, "")).name == "mine"


def test_a_hand_of_ascii_names_reads_back(tmp_path: Path) -> None:
    hand = load_notation(own(tmp_path, "ascii = true\n"))
    model = torsor.derive("planar2r")
    assert model.ring.parse(" ".join(text(model.tau[0], hand, 60).split())) == model.tau[0]


def test_the_example_of_the_guide_is_a_notation(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "notation.md").read_text("utf-8")
    (example,) = re.findall(r"```toml[^\n]*\n(.*?)```", guide, re.DOTALL)
    hand = load_notation(own(tmp_path, example))
    ring = torsor.derive("rttrr").ring
    assert ring.parse("m5*rx5*dq1").latex(hand) == (
        r"M_{5} \cdot {}^{5}r_{C_{5x}} \, \dot{\theta}_{1}"
    )


def test_there_is_a_hand_for_each_paper_and_two_of_our_own() -> None:
    assert notation_names() == ("3r", "plain", "rttrr", "rv1a", "spong", "standard", "trtrr")
    for name in notation_names():
        hand = load_notation(name)
        assert isinstance(hand, Notation)
        assert hand.name == name
        assert hand.description


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[symbol", "malformed TOML: .*line 1, column 8"),
        ("name = 5", "name: expected a text, got '5'"),
        ('name = "a\\u001b[31m"', "name: .* not printable"),
        ('colour = "red"', "unknown key 'colour'"),
        ('symbols = "red"', "unknown key 'symbols'; did you mean 'symbol'?"),
        ('extends = "rtttr"', "extends: no notation 'rtttr'; did you mean 'rttrr'"),
        ("extends = 3", "extends: expected a text"),
        ('product = "$"', "product: expected one of"),
        ('product = "**"', "product: expected one of"),
        ('negated = "Ixy"', "negated: expected a list"),
        ("negated = [1]", "negated: expected names such as 'Ixy'"),
        ('ascii = "yes"', "ascii: expected true or false"),
        ('ascii = true\nextends = "standard"', "ascii: prints the names themselves"),
        ('ascii = true\n[trig]\nstyle = "index"', "ascii: prints the names themselves"),
        ('ascii = true\nproduct = ""', "ascii: prints the names themselves"),
        ("trig = 1", "trig: expected a table"),
        ('[trig]\nstyle = "suffix"', r"trig: expected a style \(prefix, index, call, inline\)"),
        ('[trig]\nstyle = "indices"', "trig: expected a style .*did you mean 'index'"),
        ('[trig]\ncosine = "c"', "trig: unknown key 'cosine'; did you mean .*'cos'"),
        ('[trig]\nsin = "c"', "trig: sine and cosine both print as 'c'"),
        ('[trig]\nsin = "\\\\sin"', "trig: expected letters for sin"),
        ("[trig]\nsin = 5", "trig: expected letters for sin"),
        ('symbol = "m"', "symbol: expected a table"),
        ("[symbol]\nm1 = 5", "symbol 'm1': expected a text or a table with base"),
        ('[symbol]\nm1 = ""', "symbol 'm1': expected a text or a table with base"),
        ('[symbol]\nm1 = { sub = "1" }', "symbol 'm1': expected a text or a table with base"),
        ('[symbol]\nm1 = { base = "m", subs = "1" }', "symbol 'm1': unknown part 'subs'; .*'sub'"),
        ('[symbol]\nm1 = { base = "m", sub = { bas = "C" } }', "unknown part 'bas'; .*'base'"),
        ('[step]\nF = { base = "F", acent = "bar" }', "step 'F': unknown part 'acent'; .*'accent'"),
        ('[symbol]\n"q<i>" = { base = "q", dots = 1 }', "'ddq<i>' needs a glyph of its own"),
        ('[symbol]\nm1 = { base = "m", dots = 3 }', "expected dots 0 to 2"),
        ('[symbol]\nm1 = { base = "m", dots = 1.0 }', "expected dots 0 to 2"),
        ('[symbol]\nm1 = { base = "m", accent = "tilde" }', "an accent of hat or bar"),
        ('[symbol]\n"m<j>" = "m"', "symbol 'm<j>': expected a name such as 'fx' or 'm<i>'"),
        ('[symbol]\n"\\\\m" = "m"', "expected a name such as 'fx'"),
        ("[step]\nF = 5", "step 'F': expected a text or a table"),
        ('[step]\naC = "a"', "unknown step 'aC'; did you mean 'a_C'"),
    ],
)
def test_a_malformed_file_is_refused_in_one_sentence_that_names_it(
    content: str, sentence: str, tmp_path: Path
) -> None:
    path = own(tmp_path, content)
    with pytest.raises(TorsorError, match=sentence) as caught:
        load_notation(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", ["base", "sub", "sup", "pre"])
@pytest.mark.parametrize(
    "trick",
    [
        "\\\\input{x}", "$", "{", "}", "a_b", "a^2", "%", "#", "&", "~", "<script>", "<b>", "</i>",
        "a<", "&lt;", '\\"', "`ls`", "a\\u0000", "a\\nb", "<i", "[1]", "=", ";",
    ],
)  # fmt: skip
def test_a_glyph_is_never_a_piece_of_latex_or_html(part: str, trick: str, tmp_path: Path) -> None:
    table = {"base": "m", part: trick}
    inline = ", ".join(f'{key} = "{value}"' for key, value in table.items())
    for content in (f"[symbol]\nm1 = {{ {inline} }}\n", f"[step]\nF = {{ {inline} }}\n"):
        with pytest.raises(TorsorError, match="has marks that a symbol cannot have"):
            load_notation(own(tmp_path, content))


def test_scripts_may_nest_but_not_without_end(tmp_path: Path) -> None:
    def nested(depth: int) -> str:
        return "[symbol]\nm1 = " + '{ base = "a", sub = ' * depth + '"x"' + " }" * depth

    assert load_notation(own(tmp_path, nested(3))).glyph("m1").sub
    with pytest.raises(TorsorError, match="at most 4 deep"):
        load_notation(own(tmp_path, nested(10)))
    with pytest.raises(TorsorError, match="nested too deep"):
        load_notation(own(tmp_path, nested(4000)))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TorsorError, match="cannot be read: No such file"):
        load_notation(str(tmp_path / "missing.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(TorsorError, match="cannot be read: Is a directory"):
        load_notation(str(tmp_path / "folder.toml"))
    (tmp_path / "latin.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(TorsorError, match="not a UTF-8 text"):
        load_notation(str(tmp_path / "latin.toml"))
    (tmp_path / "long.toml").write_text("#" * 200_000, "utf-8")
    with pytest.raises(TorsorError, match="larger than 100 kB"):
        load_notation(str(tmp_path / "long.toml"))
    with pytest.raises(TorsorError, match="cannot be read"):
        load_notation("a\0b.toml")


def test_an_unknown_hand_is_refused_with_what_there_is() -> None:
    with pytest.raises(TorsorError, match=r"'sponge'; there are 3r, .*did you mean 'spong'"):
        load_notation("sponge")
    with pytest.raises(TorsorError, match="no notation is called"):
        load_notation("../files/spong")


scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=6)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
glyph_tables = st.dictionaries(st.sampled_from(["base", "sub", "sup", "pre", "dots"]), values)
tables = st.dictionaries(
    st.sampled_from([*KEYS, "other"]),
    values | st.dictionaries(st.sampled_from(["m<i>", "F", "sin", "style"]), glyph_tables | values),
    max_size=4,
)


def toml(value: object) -> str:
    """A value in TOML, or something near it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(str(k))} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(ch):08x}" for ch in value) + '"'
    return str(value).lower()


@given(tables)
@settings(max_examples=150, deadline=None)
def test_any_table_is_a_notation_or_is_refused(table: dict[str, object]) -> None:
    content = "\n".join(f"{key} = {toml(value)}" for key, value in table.items())
    try:
        hand = read_notation(content, "random")
    except TorsorError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert text(Ring(["m1"]).symbol("m1"), hand)


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_notation_or_is_refused(content: str) -> None:
    try:
        assert isinstance(read_notation(content, "random"), Notation)
    except TorsorError as error:
        assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize("hand", notation_names())
def test_a_notation_is_written_as_a_file_that_is_read_as_the_same(hand: str) -> None:
    shown = load_notation(hand)
    assert read_notation(write_notation(shown), "other", "standard") == shown


def test_rates_follow_from_coordinates_and_slides_where_a_file_says_no_more(tmp_path: Path) -> None:
    turns = '[symbol]\n"q<i>" = { base = "θ", sub = "<i>" }\n'
    hand = load_notation(own(tmp_path, turns + '"slide<i>" = { base = "d", sub = "<i>" }\n'))
    shown = [composed(TextPrinter().glyph(hand.glyph(f"{d}q1"))) for d in ("", "d", "dd")]
    assert shown == [composed(text) for text in ("θ₁", "θ̇₁", "θ̈₁")]
    shown = [composed(TextPrinter().glyph(hand.glyph(f"{d}q3", 0, True))) for d in ("", "d", "dd")]
    assert shown == [composed(text) for text in ("d₃", "ḋ₃", "d̈₃")]
    hand = load_notation(own(tmp_path, turns + '"dq<i>" = { base = "ω", sub = "<i>" }\n'))
    shown = [composed(TextPrinter().glyph(hand.glyph(f"{d}q1"))) for d in ("d", "dd")]
    assert shown == [composed(text) for text in ("ω₁", "ω̇₁")]
