"""How much stack machine code takes, from its assembly: frames, and who calls whom.

On Arm's processors a frame is what instructions push, store and subtract; elsewhere it is what the
assembly describes to unwinders, which there changes no instruction. A function takes its own frame
(on x86-64 with the return address) and the most that any function takes which it calls. Nothing
here calls itself.
"""

from __future__ import annotations

import re

TYPED = re.compile(r"\s+\.type\s+([\w.]+),\s*[@%]function")
LABEL = re.compile(r"([A-Za-z_][\w.]*):")
CALL = re.compile(r"\s+(?:callq|bl|call|jmp|b|b\.w|tail)\s+([A-Za-z_][\w.]*)")
DESCRIBED = re.compile(r"\s+\.cfi_def_cfa_offset\s+(\d+)")
SUBTRACTED = re.compile(r"\s+sub(?:w|\.w)?\s+sp,\s*(?:sp,\s*)?#(\d+)(, lsl #12)?")
PUSHED = re.compile(r"\s+v?push(?:\.w)?\s+\{(.*)\}")
STORED = re.compile(r"\s+st[rp]\S*\s.*\[sp, #-(\d+)\]!")
DESCRIBED_OTHERWISE = re.compile(r"\s+\.cfi_(?:def_cfa|def_cfa_register|adjust_cfa_offset)\s")
MOVED_OTHERWISE = re.compile(r"\s+(?:sub|and|bic|mov)\S*\s+sp,")
"""What changes a frame in a way that is not reckoned with."""


def measure_stack(assembly: str, is_arm: bool) -> dict[str, int]:
    """The bytes of every function, with all that it calls."""
    lines = assembly.splitlines()
    functions = {found[1] for line in lines if (found := TYPED.match(line))}
    otherwise = MOVED_OTHERWISE if is_arm else DESCRIBED_OTHERWISE
    frames: dict[str, int] = {}
    calls: dict[str, set[str]] = {}
    here = ""
    for line in lines:
        if (found := LABEL.match(line)) and found[1] in functions:
            here = found[1]
            frames[here], calls[here] = 8 if "%rsp" in assembly else 0, set()
        elif here:
            size = _pushed(line) if is_arm else _described(line, frames[here])
            if size is None and otherwise.match(line):
                raise RuntimeError(f"{here} has a frame of unknown size: {line.strip()}")
            frames[here] += size or 0
            if (found := CALL.match(line)) and found[1] in functions:
                calls[here].add(found[1])

    def deepest(name: str) -> int:
        return frames[name] + max((deepest(other) for other in calls[name]), default=0)

    return {name: deepest(name) for name in frames}


def _described(line: str, known: int) -> int | None:
    """How much more than is known a frame has by a line, if the line tells."""
    found = DESCRIBED.match(line)
    return max(0, int(found[1]) - known) if found else None


def _pushed(line: str) -> int | None:
    """What an instruction puts on the stack, if it does."""
    if found := SUBTRACTED.match(line):
        return int(found[1]) << (12 if found[2] else 0)
    if found := STORED.match(line):
        return int(found[1])
    if found := PUSHED.match(line):
        return sum(8 if name.strip().startswith("d") else 4 for name in found[1].split(","))
    return None
