"""Blocks of rows in and out of registers: loaded as rows and transposed, a row in each lane."""

from __future__ import annotations

from torsor.program.jit.writing.assembly import Writer


def row_place(w: Writer, base: str, row: str, width: int) -> str:
    """Where a row begins."""
    start = w.let(f"mul i64 {row}, {width}")
    return w.place(w.float_, base, start)


def row_places(w: Writer, base: str, row: str, width: int) -> list[str]:
    """Where the rows of a block begin."""
    return rows_from(w, row_place(w, base, row, width), width)


def rows_from(w: Writer, first: str, width: int) -> list[str]:
    """Where a row and those after it begin, a block of them."""
    return [w.place(w.float_, first, r * width) for r in range(w.lanes)]


def copy_block(w: Writer, source: str, target: str, width: int) -> None:
    """A block of rows from one place to another, one address after the other."""
    size = w.sine.bits // 8
    for at in range(0, width * w.lanes, w.lanes):
        value = w.let(f"load {w.type}, ptr {_from(w, source, at)}, align {size}")
        w.say(f"store {w.type} {value}, ptr {_from(w, target, at)}, align {size}")


def _mask(w: Writer, count: int) -> str:
    flags = ", ".join(f"i1 {'true' if i < count else 'false'}" for i in range(w.lanes))
    return f"{w.many('i1')} <{flags}>"


def _from(w: Writer, place: str, column: int) -> str:
    return w.place(w.float_, place, column) if column else place


def load_columns(w: Writer, places: list[str], width: int) -> list[str]:
    """The columns of a block of rows, each a value of one lane a row."""
    if w.lanes == 1:
        return [w.let(f"load {w.float_}, ptr {_from(w, places[0], c)}") for c in range(width)]
    columns: list[str] = []
    size = w.sine.bits // 8
    for at in range(0, width, w.lanes):
        here = min(w.lanes, width - at)
        rows = []
        for place in places:
            where = _from(w, place, at)
            if here == w.lanes:
                rows.append(w.let(f"load {w.type}, ptr {where}, align {size}"))
            else:
                rows.append(
                    w.let(
                        f"call {w.type} @llvm.masked.load.{w.suffix()}.p0(ptr {where}, "
                        f"i32 {size}, {_mask(w, here)}, {w.type} zeroinitializer)"
                    )
                )
        columns += _transposed(w, rows)[:here]
    return columns


def store_columns(w: Writer, places: list[str], values: list[str]) -> None:
    """Values of one lane a row as the columns of a block of rows."""
    if w.lanes == 1:
        for c, value in enumerate(values):
            w.say(f"store {w.float_} {value}, ptr {_from(w, places[0], c)}")
        return
    size = w.sine.bits // 8
    for at in range(0, len(values), w.lanes):
        group = values[at : at + w.lanes]
        rows = _transposed(w, group + ["zeroinitializer"] * (w.lanes - len(group)))
        for place, line in zip(places, rows, strict=True):
            where = _from(w, place, at)
            if len(group) == w.lanes:
                w.say(f"store {w.type} {line}, ptr {where}, align {size}")
            else:
                w.say(
                    f"call void @llvm.masked.store.{w.suffix()}.p0({w.type} {line}, ptr {where}, "
                    f"i32 {size}, {_mask(w, len(group))})"
                )


def _transposed(w: Writer, rows: list[str]) -> list[str]:
    """A square of registers turned over, by swapping ever larger blocks off the diagonal."""
    rows = list(rows)
    distance = 1
    while distance < w.lanes:
        low = [j if not j & distance else w.lanes + j - distance for j in range(w.lanes)]
        high = [j + distance if not j & distance else w.lanes + j for j in range(w.lanes)]
        for i in range(w.lanes):
            if not i & distance:
                a, b = rows[i], rows[i + distance]
                rows[i], rows[i + distance] = (_shuffled(w, a, b, m) for m in (low, high))
        distance *= 2
    return rows


def _shuffled(w: Writer, a: str, b: str, lanes: list[int]) -> str:
    mask = ", ".join(f"i32 {j}" for j in lanes)
    t = w.type
    return w.let(f"shufflevector {t} {a}, {t} {b}, <{w.lanes} x i32> <{mask}>")
