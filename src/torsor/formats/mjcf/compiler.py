"""MuJoCo's own compiler on a guarded text; what it complains about is one sentence with a place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from torsor.errors import MissingExtraError, RobotError, TextError
from torsor.formats.mjcf.compiled_model import CompiledModel, SpecElement, Specification, code
from torsor.formats.mjcf.guard import Guarded, guarded
from torsor.formats.xml.tree import plain


@dataclass(frozen=True)
class Compiled:
    """The compiled model, the specification it was made from, and what MuJoCo said."""

    model: CompiledModel
    spec: Specification
    file: str
    guarded: Guarded
    warnings: tuple[str, ...]

    def name(self, kind: str, number: int) -> str:
        """The name of a body, joint, tendon …, or its number."""
        return self.own_name(kind, number) or f"{kind.lower()} {number}"

    def own_name(self, kind: str, number: int) -> str:
        """The name that the file gives it, or nothing."""
        import mujoco

        return str(mujoco.mj_id2name(self.model, code("mjtObj", f"mjOBJ_{kind}"), number) or "")

    def refused(self, kind: str, number: int, sentence: str) -> RobotError:
        """The error that names the file, the line and the element."""
        plural = {"BODY": "bodies", "EQUALITY": "equalities"}.get(kind, f"{kind.lower()}s")
        elements: Sequence[SpecElement] = getattr(self.spec, plural)
        info = [e.info for e in elements if e.id == number]
        line = re.search(r"line (\d+)", info[0]) if info else None
        place, tag = self.guarded.lines.get(int(line[1]), (self.file, "")) if line else ("", "")
        named = plain(self.name(kind, number))
        return RobotError(f'{place or self.file}: <{tag or kind.lower()} "{named}">: {sentence}')


def compiled(text: str | bytes, file: str, folder: Path | None) -> Compiled:
    """The model of an MJCF text."""
    safe = guarded(text, file, folder)
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError(
            f"{file}: reading MJCF needs mujoco; install it with: pip install 'torsor[robots]'"
        ) from None
    with _quietly() as warnings:
        try:
            spec = mujoco.MjSpec.from_string(safe.text, assets=safe.assets)
            model = spec.compile()
        except (ValueError, RuntimeError, mujoco.FatalError) as error:
            raise TextError(_sentence(str(error), file, safe)) from None
    return Compiled(model, spec, file, safe, tuple(warnings))


@contextmanager
def _quietly() -> Iterator[list[str]]:
    """Keep MuJoCo's warnings, which it would print and write to a file in the directory."""
    import warnings

    import mujoco

    said: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(said.append)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield said
        said += [str(warning.message) for warning in caught]
    finally:
        mujoco.set_mju_user_warning(before)


def _sentence(message: str, file: str, safe: Guarded) -> str:
    """MuJoCo's complaint, with the line that the user wrote."""
    line = re.search(r",? *line (\d+)\s*$", message)
    place, tag = safe.lines.get(int(line[1]), (file, "")) if line else (file, "")
    said = message.partition("\nElement ")[0].replace("XML Error:", "").replace("Error:", "")
    said = plain(" ".join(said.split()), 200)
    return f"{place}: {f'<{plain(tag)}>: ' if tag else ''}MuJoCo refuses the model: {said}"
