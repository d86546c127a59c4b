"""The shapes that C++ declares: Eigen's ``Matrix2d M;`` and ``Matrix<double, 2, 3> J;``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from torsor.referee.reading.code.tokens import Token

NAMED = re.compile(r"(Matrix|Vector|RowVector)([2-9])[dfi]")


def declared_shapes(tokens: Sequence[Token]) -> dict[str, tuple[int, int]]:
    """The tables that a statement declares, by their names."""
    found: dict[str, tuple[int, int]] = {}
    for i, token in enumerate(tokens[:-1]):
        if token.kind != "name":
            continue
        named = NAMED.fullmatch(token.text)
        after = tokens[i + 1]
        if named and after.kind == "name":
            size = int(named[2])
            rows = 1 if named[1] == "RowVector" else size
            found[after.text] = (rows, size if named[1] != "Vector" else 1)
        elif token.text == "Matrix" and len(tokens) > i + 8 and after.is_mark("<"):
            marks = [tokens[i + k].text for k in (1, 3, 5, 7)]
            rows_text, columns_text, name = (tokens[i + k].text for k in (4, 6, 8))
            sized = rows_text.isdecimal() and columns_text.isdecimal() and name.isidentifier()
            if marks == ["<", ",", ",", ">"] and sized:
                found[name] = (int(rows_text[:4]), int(columns_text[:4]))
    return found
