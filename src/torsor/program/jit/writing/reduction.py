"""Large angles into one turn, in whole numbers: the double nearest to x mod 2π, |r| ≤ π.

x = m 2^e, and of 1/2π only the bits behind 2^-e matter: those before make whole turns (Payne and
Hanek, "Radian reduction for trigonometric functions", 1983). So m times 256 bits of 1/2π, modulo
one turn, is the fraction of a turn to 203 bits. No double comes nearer to a whole turn than 2^-66,
so that at least 126 bits of the product with 2π are right: far more than it takes to round.
Whole numbers give the same bits on every machine, and there is no library to ask on a GPU.
"""

from __future__ import annotations

from itertools import pairwise

from torsor.program.jit.writing.assembly import Writer, literal
from torsor.program.jit.writing.sine import LARGEST

PER_TURN = int(
    "28be60db9391054a7f09d5f47d4d377036d8a5664f10e4107f9458eaf7aef1586dc91b8e909374b8"
    "01924bba827464873f877ac72c4a69cfba208d7d4baed1213a671c09ad17df904e64758e60d4ce7d"
    "272117e2ef7e4a0ec7fe25fff7816603fbcbc462d6829b47db4d9fb3c9f2c26dd3d18fd9a797fa8b"
    "5d49eeb1faf97c5ecf41ce7de294a4ba9afed7ec47e357421580cc11bf1edaeafc33ef0826bd0d87"
    "6a78e45857b986c219666157c5281a10",
    16,
)
"""1/2π · 2^1408, rounded down: enough for the largest doubles."""
WORDS = 23
"""Words of 64 bits in the table: one of zeros, then 1/2π."""
TURN = 0xC90FDAA22168C234C4C6628B80DC1CD1
"""2π · 2^125, rounded down."""
MASK = (1 << 64) - 1


def write_reduction(space: str = "") -> str:
    """``reduce``, of one double, and its table; a GPU has a ``space`` of its own for constants."""
    words = [PER_TURN >> 64 * (WORDS - 1 - i) & MASK for i in range(WORDS)]
    table = ", ".join(f"i64 {word}" for word in words)
    w = Writer("double", 1)
    bits = w.let("bitcast double %x to i64")
    exponent = w.let(f"and i64 {w.let(f'lshr i64 {bits}, 52')}, 2047")
    fraction = w.let(f"and i64 {bits}, {(1 << 52) - 1}")
    m = _wide(w, w.let(f"or i64 {fraction}, {1 << 52}"))
    # Where the bits begin that do not make whole turns: behind e = exponent − 1075 of them, and 64.
    begin = w.let(f"sub i64 {exponent}, 1011")
    begin = w.let(f"call i64 @llvm.smax.i64(i64 {begin}, i64 0)")
    window = _window(w, begin, space)
    product: list[str] = []
    carry = "0"
    for word in reversed(window):
        whole = w.let(f"mul i128 {m}, {_wide(w, word)}")
        whole = w.let(f"add i128 {whole}, {carry}")
        product.insert(0, w.let(f"trunc i128 {whole} to i64"))
        carry = w.let(f"lshr i128 {whole}, 64")
    # More than half a turn is less than none, by the rest.
    over = w.let(f"ashr i64 {product[0]}, 63")
    product = [w.let(f"xor i64 {p}, {over}") for p in product]
    high, low, zeros = _normalised(w, product)
    whole = _times_turn(w, high, low)
    top, rest = _halves(w, whole)
    more = w.let(f"call i64 @llvm.ctlz.i64(i64 {top}, i1 true)")
    top = w.let(f"call i64 @llvm.fshl.i64(i64 {top}, i64 {rest}, i64 {more})")
    half = w.let(f"and i64 {w.let(f'lshr i64 {top}, 10')}, 1")
    mantissa = w.let(f"add i64 {w.let(f'lshr i64 {top}, 11')}, {half}")
    size = w.let(f"sub i64 {w.let(f'sub i64 1024, {zeros}')}, {more}")
    found = w.let(f"add i64 {w.let(f'shl i64 {size}, 52')}, {mantissa}")
    sign = w.let(f"and i64 {w.let(f'xor i64 {bits}, {over}')}, {-(1 << 63)}")
    found = w.let(f"bitcast i64 {w.let(f'or i64 {found}, {sign}')} to double")
    endless = w.let(f"icmp eq i64 {exponent}, 2047")
    none = "0x7FF8000000000000"
    found = w.let(f"select i1 {endless}, double {none}, double {found}")
    w.say(f"ret double {found}")
    return "\n".join(
        [
            f"@per_turn = internal {space}constant [{WORDS} x i64] [{table}], align 8",
            "declare i64 @llvm.fshl.i64(i64, i64, i64)",
            "declare i64 @llvm.smax.i64(i64, i64)",
            "declare i64 @llvm.ctlz.i64(i64, i1)",
            "define internal double @reduce(double %x) cold noinline nounwind {",
            *w.lines,
            "}",
        ]
    )


def _wide(w: Writer, word: str) -> str:
    return w.let(f"zext i64 {word} to i128")


def _halves(w: Writer, whole: str) -> tuple[str, str]:
    """The upper and the lower word."""
    above = w.let(f"lshr i128 {whole}, 64")
    return w.let(f"trunc i128 {above} to i64"), w.let(f"trunc i128 {whole} to i64")


def _window(w: Writer, begin: str, space: str) -> list[str]:
    """256 bits of the table from a bit on, in words."""
    first, shift = w.let(f"lshr i64 {begin}, 6"), w.let(f"and i64 {begin}, 63")
    pointer = f"ptr {space}".strip()
    words = []
    for i in range(5):
        at = w.let(f"add i64 {first}, {i}")
        place = w.let(f"getelementptr i64, {pointer} @per_turn, i64 {at}")
        words.append(w.let(f"load i64, {pointer} {place}, align 8"))
    return [
        w.let(f"call i64 @llvm.fshl.i64(i64 {a}, i64 {b}, i64 {shift})") for a, b in pairwise(words)
    ]


def _normalised(w: Writer, words: list[str]) -> tuple[str, str, str]:
    """The first 128 bits from the first that is set, in two words, and how many zeros go before."""
    empty = w.let(f"icmp eq i64 {words[0]}, 0")
    kept = [w.let(f"select i1 {empty}, i64 {after}, i64 {word}") for word, after in pairwise(words)]
    zeros = w.let(f"call i64 @llvm.ctlz.i64(i64 {kept[0]}, i1 false)")
    high, low = (
        w.let(f"call i64 @llvm.fshl.i64(i64 {a}, i64 {b}, i64 {zeros})") for a, b in pairwise(kept)
    )
    skipped = w.let(f"select i1 {empty}, i64 64, i64 0")
    return high, low, w.let(f"add i64 {skipped}, {zeros}")


def _times_turn(w: Writer, high: str, low: str) -> str:
    """The upper 128 bits of the product with 2π."""
    first, second = TURN >> 64, TURN & MASK
    a, b = _wide(w, high), _wide(w, low)
    total = w.let(f"mul i128 {a}, {first}")
    for x, y in ((a, second), (b, first)):
        part = w.let(f"lshr i128 {w.let(f'mul i128 {x}, {y}')}, 64")
        total = w.let(f"add i128 {total}, {part}")
    return total


def write_one_turn(float_: str, lanes: int, has_doubles: bool = True) -> str:
    """``one_turn.…``, of a value of so many lanes: what is large in it goes through ``reduce``.

    A machine that ``has_doubles`` only in memory widens and narrows floats in whole numbers.
    """
    w = Writer(float_, lanes)
    value = "%x"
    for i in range(lanes):
        x = given = "%x" if lanes == 1 else w.let(f"extractelement {w.type} %x, i32 {i}")
        if float_ == "float":
            x = w.let(f"fpext float {x} to double") if has_doubles else _widened(w, x)
        new = w.let(f"call double @reduce(double {x})")
        if float_ == "float":
            new = w.let(f"fptrunc double {new} to float") if has_doubles else _narrowed(w, new)
        # An angle that is not large stays as it is, whatever stands beside it.
        size = w.let(f"call {float_} @llvm.fabs.{w.suffix(1)}({float_} {given})")
        far = w.let(f"fcmp ugt {float_} {size}, {literal(LARGEST, float_)}")
        new = w.let(f"select i1 {far}, {float_} {new}, {float_} {given}")
        if lanes == 1:
            value = new
        else:
            value = w.let(f"insertelement {w.type} {value}, {float_} {new}, i32 {i}")
    w.say(f"ret {w.type} {value}")
    head = f"define internal {w.type} @one_turn.{w.suffix()}({w.type} %x) cold noinline nounwind {{"
    return "\n".join([head, *w.lines, "}"])


BIAS = 1023 - 127
"""The exponent of a double is so much above that of the same number as a float."""


def _widened(w: Writer, x: str) -> str:
    """A float that is not tiny as a double, by its bits."""
    bits = w.let(f"zext i32 {w.let(f'bitcast float {x} to i32')} to i64")
    size = w.let(f"and i64 {bits}, {(1 << 31) - 1}")
    endless = w.let(f"icmp uge i64 {size}, {255 << 23}")
    shift = w.let(f"select i1 {endless}, i64 {2047 - 255 << 23}, i64 {BIAS << 23}")
    found = w.let(f"shl i64 {w.let(f'add i64 {size}, {shift}')}, 29")
    sign = w.let(f"shl i64 {w.let(f'lshr i64 {bits}, 31')}, 63")
    return w.let(f"bitcast i64 {w.let(f'or i64 {found}, {sign}')} to double")


def _narrowed(w: Writer, x: str) -> str:
    """An angle within one turn, a double, rounded to the nearest float (halves to even)."""
    bits = w.let(f"bitcast double {x} to i64")
    size = w.let(f"and i64 {bits}, {(1 << 63) - 1}")
    even = w.let(f"and i64 {w.let(f'lshr i64 {size}, 29')}, 1")
    up = w.let(f"add i64 {w.let(f'add i64 {size}, {(1 << 28) - 1}')}, {even}")
    found = w.let(f"sub i64 {w.let(f'lshr i64 {up}, 29')}, {BIAS << 23}")
    sign = w.let(f"shl i64 {w.let(f'lshr i64 {bits}, 63')}, 31")
    found = w.let(f"trunc i64 {w.let(f'or i64 {found}, {sign}')} to i32")
    none = w.let(f"icmp uge i64 {size}, {2047 << 52}")
    found = w.let(f"select i1 {none}, i32 {255 << 23 | 1 << 22}, i32 {found}")
    return w.let(f"bitcast i32 {found} to float")
