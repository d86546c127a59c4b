"""Which structures there are: counted, proven equal within a class, proven different between."""

from __future__ import annotations

import os
from collections import Counter
from itertools import permutations

import pytest

from torsor.formats.atlas import structure
from torsor.model import Model
from torsor.studies.atlas.facts import general_word
from torsor.studies.atlas.fingerprint import fingerprint
from torsor.studies.atlas.words import (
    count_structures,
    list_structures,
    list_words,
    list_words_of,
    normal_axes,
)

ALL = os.environ.get("TORSOR_PROVE") == "all"
PROVEN = (1, 2, 3, 4, 5) if ALL else (1, 2, 3, 4)
"""Structures of so many joints are proven; five by ``make prove``."""
COUNTS = {1: 2, 2: 8, 3: 36, 4: 168, 5: 792, 6: 3744}


def orbit(kinds: str, axes: str) -> set[str]:
    """All axes that the symmetries make of these, by trying each of them again and again."""
    found, fresh = {axes}, [axes]
    while fresh:
        word = fresh.pop()
        made = {"".join(dict(zip("xyz", p, strict=True))[a] for a in word)
                for p in permutations("xyz")}  # fmt: skip
        for i, kind in enumerate(kinds):
            if kind == "R":
                one, other = set("xyz") - {word[i]}
                made.add(
                    word[: i + 1] + word[i + 1 :].translate(str.maketrans(one + other, other + one))
                )
        fresh += made - found
        found |= made
    return found


@pytest.mark.parametrize("joints", [1, 2, 3, 4])
def test_a_class_is_an_orbit_of_the_symmetries(joints: int) -> None:
    for kinds, axes in list_structures(joints):
        words = orbit(kinds, axes)
        assert {normal_axes(kinds, word) for word in words} == {axes}
        assert words == set(list_words_of(kinds, axes))


@pytest.mark.parametrize("joints", [1, 2, 3, 4, 5])
def test_the_classes_share_all_words_and_are_as_many_as_counting_says(joints: int) -> None:
    words = Counter((kinds, normal_axes(kinds, axes)) for kinds, axes in list_words(joints))
    assert words.total() == 6**joints
    assert list(words) and set(words) == set(list_structures(joints))
    assert len(words) == count_structures(joints) == COUNTS[joints]


def test_there_are_3744_structures_of_six_joints() -> None:
    assert len(list_structures(6)) == count_structures(6) == COUNTS[6]


@pytest.mark.parametrize("joints", PROVEN)
def test_no_two_classes_have_one_fingerprint(joints: int) -> None:
    prints = {fingerprint(Model(structure(*word))) for word in list_structures(joints)}
    assert len(prints) == count_structures(joints)


@pytest.mark.parametrize(("kinds", "axes"), [("RRR", "xzy"), ("RTRT", "yxzy"), ("TRRT", "xxyz")])
def test_a_word_of_a_class_has_its_fingerprint(kinds: str, axes: str) -> None:
    own = fingerprint(Model(general_word(kinds, axes)))
    assert own == fingerprint(Model(structure(kinds, normal_axes(kinds, axes))))
