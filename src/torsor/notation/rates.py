"""Rates follow from what they are rates of: θ gives θ̇ and θ̈ where a notation says no more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from torsor.errors import TextError, shown
from torsor.notation.glyph import Glyph

MOVING = re.compile(r"(d?)(?:q|slide)(?:<i>|[0-9]+)\Z")
"""A coordinate or its velocity, of any joint or of one."""


def with_rates(symbols: Mapping[str, Glyph]) -> dict[str, Glyph]:
    """The glyphs of a file, and those of the rates that it leaves to follow, with one dot more."""
    found = dict(symbols)
    for name in symbols:
        still = MOVING.match(name)
        if still is None:
            continue
        before = symbols[name]
        for rate in (f"d{name}",) if still[1] else (f"d{name}", f"dd{name}"):
            if rate in symbols:
                break
            if before.dots == 2:
                raise TextError(f"symbol {shown(name)}: {shown(rate)} needs a glyph of its own")
            before = replace(before, dots=before.dots + 1)
            found[rate] = before
    return found
