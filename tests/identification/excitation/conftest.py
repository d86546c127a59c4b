"""Searches of these tests are short: what they claim holds for any motion that is found."""

import pytest

from torsor.identification.excitation import exciting
from torsor.identification.excitation.search import augmented_lagrangian

SHORT = ((exciting, "RANDOM", 60), (augmented_lagrangian, "STEPS", 20))
"""Fewer random motions, and fewer steps between two looks at the multipliers."""
USUAL = tuple((module, name, getattr(module, name)) for module, name, _ in SHORT)


@pytest.fixture(autouse=True)
def short_search(monkeypatch):
    for module, name, value in SHORT:
        monkeypatch.setattr(module, name, value)


@pytest.fixture
def usual_search(short_search, monkeypatch):
    for module, name, value in USUAL:
        monkeypatch.setattr(module, name, value)
