"""What ``take`` can give: each with a phrase, and whether it can be made here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec


@dataclass(frozen=True)
class Take:
    """A file that can be taken along; ``needs`` is the package that it is made with."""

    says: str
    ending: str
    media: str
    needs: str = ""

    def is_here(self) -> bool:
        """Whether it can be made here."""
        return not self.needs or find_spec(self.needs) is not None


TAKES: dict[str, Take] = {
    "toml": Take("the robot as TOML", ".toml", "application/toml"),
}

Maker = Callable[..., "str | bytes"]
