"""Programs as blocks: lines, loops, branches and routines, one file for each language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torsor.referee.reading.code.blocks.c import c_blocks
from torsor.referee.reading.code.blocks.items import Item
from torsor.referee.reading.code.blocks.matlab import matlab_blocks
from torsor.referee.reading.code.blocks.python import python_blocks
from torsor.referee.reading.code.tokens import Token

BLOCKS: dict[str, Callable[[Sequence[Token]], list[Item]]] = {
    "matlab": matlab_blocks,
    "python": python_blocks,
    "c": c_blocks,
}
"""How each language's words are put into blocks."""
