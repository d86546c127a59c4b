"""What a letter usually means: masses are m, lengths l, a or d, inertias I or J, by link number.

A resemblance of names only breaks ties: what a symbol stands for is told by the equations.
"""

from __future__ import annotations

import re

PARTED = re.compile(r"(.*?)([0-9]*)([A-Za-z]*)\Z")

USUAL: dict[str, tuple[str, ...]] = {
    "m": ("m", "M", "mu", "mass"),
    "g": ("g", "g0", "G", "grav"),
    "I": ("I", "J", "Theta", "i", "j", "Ic", "Jc", "IG", "JG", "Iz", "Jz", "Icm", "Jzz", "Izz"),
    "r": ("r", "lc", "ac", "rc", "c", "lg", "s", "p", "x", "lG", "lcm", "d", "b", "rho", "a", "l"),
    "l": ("l", "a", "d", "L", "ell", "h", "b", "r", "e", "lambda"),
    "fv": ("b", "fv", "beta", "d", "B", "f", "c", "Fv", "nu"),
    "fc": ("fc", "cf", "Fc", "mu", "c", "f"),
}


def parts_of(name: str) -> tuple[str, str]:
    """A name's letters, and its last number."""
    numbers = re.findall(r"[0-9]+", name)
    return re.sub(r"[0-9_]", "", name), numbers[-1] if numbers else ""


def family(symbol: str) -> str:
    """What kind of quantity a symbol of the model is: m, r, I, g, l …"""
    letters, number = parts_of(symbol)
    if not number and letters in ("rxp", "ryp", "rzp"):
        return "r"
    if letters in ("rx", "ry", "rz", "ac"):
        return "r"
    if re.fullmatch(r"I[xyz]{2}p?", letters):
        return "I"
    if letters in ("fv", "fc", "g", "m", "mp"):
        return "m" if letters == "mp" else letters
    return "l"


def resemblance(mine: str, symbol: str) -> float:
    """Between nothing and one: how alike an author's name and a model's symbol are."""
    if mine == symbol:
        return 1.0
    letters, number = parts_of(mine)
    others, index = parts_of(symbol)
    kind = family(symbol)
    score = 0.0
    usual = USUAL.get(kind, ())
    if letters == others:
        score += 0.6
    elif letters in usual:
        score += 0.5 - 0.03 * usual.index(letters)
    elif letters[:1] in usual[:3]:
        score += 0.25
    if kind == "I" and len(others) == 3 and others[1:] in letters:
        score += 0.2
    if kind == "r" and others[1:] and letters.endswith(others[1:]):
        score += 0.1
    if number and number == index:
        score += 0.3
    return min(score, 0.95)
