"""How numbers are spelled among symbols."""

from __future__ import annotations

from torsor.derivation import derive
from torsor.equations import Style, document, write
from torsor.model import Model
from torsor.notation.notation import load_notation


def shown(model: Model, form: str = "energies") -> str:
    hand = load_notation("standard")
    return write(document(model, Style(hand), form), hand)


def test_halves_stay_where_every_quantity_is_a_symbol() -> None:
    assert "1/2 Izz₁ q̇₁²" in shown(derive("planar2r"))


def test_numbers_of_a_specimen_are_decimals_all() -> None:
    text = shown(derive("planar2r").at({"m1": 0.25, "l1": "1.2"}))
    assert "0.5 Izz₁ q̇₁² + 0.125 rx₁² q̇₁²" in text
    assert "/" not in text.partition("Kinetic")[2]


def test_a_number_that_no_decimal_writes_stays_a_fraction() -> None:
    assert "1/6 rx₁² q̇₁²" in shown(derive("planar2r").at({"m1": "1/3"}))
