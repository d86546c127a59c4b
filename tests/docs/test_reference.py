"""The reference of the Python package: written from the docstrings, and every name has one."""

from __future__ import annotations

import re

from docs.make_reference import PAGE, page, undocumented

import torsor


def test_the_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "run `make docs`"


def test_every_public_name_is_documented() -> None:
    text = page()
    assert undocumented == []
    for name in torsor.__all__:
        if name not in ("__version__", "TorsorError"):
            assert f"### `{name}`" in text, name


def test_every_method_of_an_arm_is_there_with_its_signature() -> None:
    text = page()
    for name in torsor.compile("puma560").functions:
        assert re.search(rf"^Arm\.{name}\(", text, re.M), name
