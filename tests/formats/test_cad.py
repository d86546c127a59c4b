"""Mass properties from the texts of CAD programs, against boxes summed by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.cad_texts import (
    BRACKET,
    INCH,
    POUND,
    Body,
    boxes,
    freecad,
    fusion,
    solidworks,
)

from torsor.errors import TextError, TorsorError, UnknownNameError
from torsor.formats.cad.frame import placed
from torsor.formats.cad.mass_properties import MassProperties, read_mass_properties
from torsor.formats.cad.units import inertia_unit, length_unit, mass_unit


def tensor(found: MassProperties) -> np.ndarray:
    xx, yy, zz, xy, xz, yz = map(float, found.inertia)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def same(found: MassProperties, body: Body, places: float = 1e-6) -> bool:
    return (
        abs(float(found.mass) - body.mass) <= places * body.mass
        and np.allclose([float(e) for e in found.com], body.com, atol=places)
        and np.allclose(tensor(found), body.inertia, atol=places * np.trace(body.inertia))
    )


def test_the_body_of_these_tests_has_every_product_of_inertia() -> None:
    assert np.abs(BRACKET.inertia).min() > 0.001 * np.abs(BRACKET.inertia).max()


# SolidWorks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", ["positive", "negative"])
def test_solidworks_products_are_brought_to_the_sign_of_the_tensor(notation: str) -> None:
    found = read_mass_properties(solidworks(BRACKET, digits=6, notation=notation))
    assert same(found, BRACKET)
    assert found.program == "solidworks"
    assert found.notes == ()
    assert found.units == "grams, millimeters, grams * square millimeters"


def test_solidworks_before_2021_says_nothing_of_the_sign_and_means_the_integrals() -> None:
    found = read_mass_properties(solidworks(BRACKET, digits=6, said=False))
    assert same(found, BRACKET)
    assert found.notes == ()


def test_where_only_the_other_sign_fits_it_is_taken_and_noted() -> None:
    text = solidworks(BRACKET, digits=6, notation="negative", said=False)
    found = read_mass_properties(text)
    assert same(found, BRACKET)
    assert "entries of the tensor" in found.notes[0]


def test_pounds_and_inches_are_converted_exactly() -> None:
    text = solidworks(BRACKET, ("pounds", POUND), ("inches", INCH), digits=8)
    found = read_mass_properties(text)
    assert same(found, BRACKET)
    printed = next(line.split()[2] for line in text.splitlines() if line.startswith("Mass ="))
    assert found.mass == Fraction(printed) * Fraction("0.45359237")


def test_numbers_are_exactly_those_printed() -> None:
    found = read_mass_properties(solidworks(BRACKET, digits=2))
    text = solidworks(BRACKET, digits=2)
    printed = text.split("Lxy = ")[1].split()[0]
    assert found.inertia[3] == -Fraction(printed) / 10**9


@pytest.mark.parametrize(
    ("blocks", "places", "note"),
    [("LI", 1e-6, ""), ("L", 1e-6, ""), ("PL", 1e-6, ""), ("I", 1e-6, "about the origin"),
     ("PI", 1e-6, "about the origin"), ("P", 1e-5, "rounded axes")],
)  # fmt: skip
def test_any_of_the_three_blocks_is_enough(blocks: str, places: float, note: str) -> None:
    found = read_mass_properties(solidworks(BRACKET, digits=8, blocks=blocks), "solidworks")
    assert same(found, BRACKET, places)
    assert note in " ".join(found.notes)


@pytest.mark.parametrize("block", ["Lxx", "Lyz", "Ixx", "Ixy", "Pz"])
def test_blocks_that_contradict_each_other_are_refused(block: str) -> None:
    text = solidworks(BRACKET, digits=3)
    value = text.split(f"{block} = ")[1].split()[0]
    other = f"{float(value) * 1.01 + 1:.3f}"
    changed = text.replace(f"{block} = {value}", f"{block} = {other}")
    mirrored = block[0] + block[:0:-1]
    changed = changed.replace(f"{mirrored} = {value}", f"{mirrored} = {other}")
    with pytest.raises(TextError, match="the blocks disagree"):
        read_mass_properties(changed)


def test_a_stated_sign_that_does_not_fit_is_refused() -> None:
    text = solidworks(BRACKET, digits=3).replace("positive tensor", "negative tensor")
    with pytest.raises(TextError, match="the blocks disagree"):
        read_mass_properties(text)


def test_too_few_digits_are_noted() -> None:
    text = solidworks(BRACKET, ("kilograms", 1.0), ("meters", 1.0), digits=3)
    assert "more decimal places" in " ".join(read_mass_properties(text).notes)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Mass =", "Weight =", "no line 'Mass"),
        ("grams *", "furlongs *", "line 16: 'furlongs' is no unit of mass"),
        ("Center of mass: ( millimeters )", "Center of mass:", "line 11: expected units"),
        ("\tZ =", "\tW =", "center of mass was not found"),
        ("Lyz =", "Lyq =", "Lyz is missing|Lyz and Lzy"),
        ("Lyx = ", "Lyx = 1", "Lxy and Lyx are not the same"),
        ("Volume =", "Mass = 3 grams\nVolume =", "Mass stands twice"),
    ],
)
def test_a_text_that_is_not_whole_is_told_with_its_place(old: str, new: str, sentence: str) -> None:
    text = solidworks(BRACKET)
    assert old in text
    with pytest.raises(TextError, match=sentence):
        read_mass_properties(text.replace(old, new))


# Fusion 360 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("equals", [True, False])
def test_fusion_prints_entries_of_the_tensor(equals: bool) -> None:
    found = read_mass_properties(fusion(BRACKET, equals))
    assert same(found, BRACKET, 1e-5)
    assert (found.program, found.notes) == ("fusion", ())


def test_fusion_rounds_large_numbers_to_four_figures() -> None:
    found = read_mass_properties(fusion(BRACKET, figure=".3E"))
    assert same(found, BRACKET, 1e-3)


def test_fusion_with_the_opposite_sign_is_noticed() -> None:
    text = fusion(BRACKET)
    flipped = "\n".join(
        line.replace("= -", "= ") if "= -" in line else line.replace("= ", "= -")
        if any(f"I{k} " in line for k in ("xy", "xz", "yz", "yx", "zx", "zy")) else line
        for line in text.splitlines()
    )  # fmt: skip
    found = read_mass_properties(flipped)
    assert same(found, BRACKET, 1e-5)
    assert "integrals" in found.notes[0]


def test_a_component_away_from_the_world_is_noted() -> None:
    text = fusion(BRACKET).replace("0.00 mm, 0.00 mm, 0.00 mm", "5.00 mm, 0.00 mm, 0.00 mm")
    assert "5.00 mm" in read_mass_properties(text).notes[0]


def test_fusion_blocks_that_disagree_are_refused() -> None:
    text = fusion(replace(BRACKET, mass=2 * BRACKET.mass)).replace(
        f"{2e3 * BRACKET.mass:.3f} g", f"{1e3 * BRACKET.mass:.3f} g"
    )
    with pytest.raises(TextError, match="the blocks disagree"):
        read_mass_properties(text)


# FreeCAD ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [True, False])
def test_a_freecad_shape_gets_its_density(labels: bool) -> None:
    found = read_mass_properties(freecad(BRACKET, 2700, labels), density=2700)
    assert same(found, BRACKET, 1e-5)
    assert found.program == "freecad"


def test_a_freecad_text_with_a_mass_needs_no_density() -> None:
    text = freecad(BRACKET, 2700, labels=True) + f"Mass: {BRACKET.mass!r} kg\n"
    assert same(read_mass_properties(text), BRACKET, 1e-5)


def test_a_freecad_shape_without_density_is_asked_for_it() -> None:
    with pytest.raises(TextError, match="density one"):
        read_mass_properties(freecad(BRACKET, 2700))


# all ----------------------------------------------------------------------------------------------


def test_a_body_that_cannot_be_is_refused() -> None:
    thin = Body(1.0, np.zeros(3), np.diag([0.1, 0.1, 0.5]))
    with pytest.raises(TextError, match="Izz is more than the other two"):
        read_mass_properties(fusion(thin))


def test_other_texts_are_refused_by_one_sentence() -> None:
    with pytest.raises(TextError, match="SolidWorks, Fusion 360 or FreeCAD"):
        read_mass_properties("a shopping list")
    with pytest.raises(UnknownNameError, match="no program 'catia'"):
        read_mass_properties("", "catia")
    with pytest.raises(TextError, match="refused"):
        read_mass_properties("x" * 200_000)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.tuples(*[st.floats(-0.5, 0.5)] * 3), st.tuples(*[st.floats(0.02, 0.3)] * 3)
        ),
        min_size=1, max_size=4,
    )
)  # fmt: skip
def test_random_bodies_come_back_from_every_program(parts: list) -> None:
    body = boxes(1000, *parts)
    for text in (solidworks(body, digits=5), fusion(body, figure=".6f"), freecad(body, 1000)):
        assert same(read_mass_properties(text, density=1000), body, 1e-4)


TEXTS = [solidworks(BRACKET), fusion(BRACKET), freecad(BRACKET, 2700)]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_broken_texts_get_a_sentence_and_no_traceback(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = min(len(text), at + data.draw(st.integers(0, 40)))
        new = data.draw(st.sampled_from(["", "(", "-", "9" * 30, "1e999", "\n", "=", "NaN", "²"]))
        text = text[:at] + new + text[until:]
    try:
        read_mass_properties(text, density=2700)
    except TorsorError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "value"),
    [("kg m^2", 1), ("g mm^2", Fraction(1, 10**9)),
     ("grams *  square millimeters", Fraction(1, 10**9)), ("Kg.m^2", 1), ("kg·m²", 1),
     ("lbmass in^2", Fraction("0.45359237") * Fraction("0.0254") ** 2),
     ("pounds * square feet", Fraction("0.45359237") * Fraction("0.3048") ** 2)],
)  # fmt: skip
def test_units_of_inertia(text: str, value: Fraction) -> None:
    assert inertia_unit(text) == value


def test_units_that_are_none() -> None:
    for read, text in ((mass_unit, "stone"), (length_unit, "kg"), (inertia_unit, "kg m")):
        with pytest.raises(TextError, match="is no unit of"):
            read(text)


def test_a_body_is_placed_in_the_frame_of_its_link() -> None:
    found = read_mass_properties(solidworks(BRACKET, digits=6))
    turned = placed(found, ("0.1", 0, "-0.2"), "Rz(90deg) Rx(30deg)")
    c, s = np.cos(np.pi / 6), 0.5
    R = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]) @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    assert np.allclose([float(e) for e in turned.com], R @ BRACKET.com + [0.1, 0, -0.2], atol=1e-6)
    assert np.allclose(tensor(turned), R @ BRACKET.inertia @ R.T, atol=1e-8)
    quarter = placed(found, rotation="Ry(-90deg)")
    assert quarter.com == (-found.com[2], found.com[1], found.com[0])
    assert quarter.inertia[0] == found.inertia[2]
