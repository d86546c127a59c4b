"""What an engine keeps of its last answers, so that questions about the same robot are quick."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from torsor.derivation import derive
from torsor.model import Model
from torsor.studio.places import about
from torsor.studio.protocol.description import Description
from torsor.studio.reading import Reading, numbers_of, read_description

Thing = TypeVar("Thing")

Tell = Callable[[str, float | None], None]
"""Tells what is being done, and its share from 0 to 1 where that is known."""


class Latest(Generic[Thing]):
    """The things made last, by what they were made from."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: OrderedDict[str, Thing] = OrderedDict()

    def get(self, about: object, make: Callable[[], Thing]) -> Thing:
        """The thing that was made from this, or a new one."""
        key = json.dumps(about, sort_keys=True)
        if key in self._found:
            self._found.move_to_end(key)
            return self._found[key]
        made = self._found[key] = make()
        while len(self._found) > self.most:
            self._found.popitem(last=False)
        return made


class Kept:
    """An engine's memory: robots read, models derived, equations laid out."""

    def __init__(self, tell: Tell = lambda says, share: None) -> None:
        self.tell = tell
        self.sheets: Latest[Any] = Latest(6)
        self.checks: Latest[Any] = Latest(2)
        self._readings: Latest[Reading] = Latest(16)
        self._models: Latest[Model] = Latest(4)

    def reading(self, robot: Description) -> Reading:
        """The robot that a description says."""
        return self._readings.get({**robot, "numbers": None}, lambda: read_description(robot))

    def symbolic(self, robot: Description) -> Model:
        """Its model, before numbers were put in."""
        bare: Description = {**robot, "numbers": {}}
        return self._models.get(bare, lambda: self._derive(bare))

    def model(self, robot: Description) -> Model:
        """Its model, with the numbers that the description has."""
        numbers = numbers_of(self.reading(robot).robot, robot)
        if not numbers:
            return self.symbolic(robot)

        def put() -> Model:
            with about("numbers"):
                return self.symbolic(robot).at(numbers)

        return self._models.get(robot, put)

    def _derive(self, robot: Description) -> Model:
        found = self.reading(robot).robot
        self.tell(f"deriving {found.title}", None)
        with about("text"):
            return derive(found)
