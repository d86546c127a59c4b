"""Devices by name: ``cpu``, ``cuda``, ``cuda:1``."""

from __future__ import annotations

import re

from torsor.errors import ArgumentTypeError, ArgumentValueError, DeviceError, shown

NAMED = re.compile(r"cuda(?::(\d{1,4}))?\Z")


def find_device(name: object) -> int | None:
    """A GPU that is there, by its number; nothing for the cores of this machine."""
    if not isinstance(name, str):
        raise ArgumentTypeError(
            f"the device is {type(name).__name__}; expected 'cpu', 'cuda' or 'cuda:1'"
        )
    if name == "cpu":
        return None
    found = NAMED.match(name)
    if found is None:
        raise ArgumentValueError(
            f"the device {shown(name)} is unknown; expected 'cpu', 'cuda' or 'cuda:1'"
        )
    from torsor.program.gpu.driver import open_driver

    device = int(found.group(1) or 0)
    count = open_driver().count_devices()
    if device >= count:
        there = f"there is {count}" if count == 1 else f"there are {count}"
        raise DeviceError(f"no GPU {device}: {there}, counted from 0")
    return device
