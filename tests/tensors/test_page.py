"""The page on tensors shows what its blocks print; the ordinary tests cannot run them."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from itertools import pairwise

import jax
import pytest
from tests.docs.blocks import ROOT, blocks, same

PAGE = blocks(ROOT / "docs" / "how-to" / "tensors.md")
PAIRS = [
    (code, shown)
    for code, shown in pairwise(PAGE)
    if code.language == "python" and shown.language == "text"
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].place)
def test_a_block_prints_what_the_page_shows(pair):
    code, shown = pair
    printed = io.StringIO()
    before = jax.config.jax_enable_x64
    try:
        with redirect_stdout(printed):
            exec(compile(code.text, code.place, "exec"), {})
    finally:
        jax.config.update("jax_enable_x64", before)
    assert same(shown.text, printed.getvalue()), printed.getvalue()


def test_only_cupys_block_is_not_run_here():
    python = [block for block in PAGE if block.language == "python"]
    assert len(python) == len(PAIRS) + 1
