"""Constraints that the equations of motion have no place for: refused, or left out by name."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from torsor.errors import RobotError, UnknownNameError, shown, suggestion
from torsor.formats.mjcf.compiled_model import CompiledModel, array_of, code, name_of
from torsor.formats.mjcf.compiler import Compiled

STIFF = (
    "tendon_stiffness",
    "tendon_damping",
    "tendon_frictionloss",
    "tendon_armature",
    "tendon_stiffnesspoly",
    "tendon_dampingpoly",
)
"""What makes a tendon pull by itself."""


def leave_out(source: Compiled, names: Collection[str]) -> list[str]:
    """Switch off the equality constraints and pulling tendons of these names, all in the file."""
    if isinstance(names, str):
        names = [names]
    if not all(isinstance(name, str) for name in names):
        raise RobotError(f"{source.file}: the constraints to leave out: expected a list of names")
    model = source.model
    equalities = {source.name("EQUALITY", e): e for e in range(model.neq)}
    tendons = {source.name("TENDON", t): t for t in range(model.ntendon) if pulls(model, t)}
    for name in names:
        if name not in equalities and name not in tendons:
            known = (*equalities, *tendons)
            there = f"; it has {', '.join(map(shown, known[:6]))}" if known else "; it has none"
            hint = suggestion(name, known) or there
            raise UnknownNameError(f"{source.file}: no constraint is called {shown(name)}{hint}")
        if name in equalities:
            model.eq_active0[equalities[name]] = 0
        if name in tendons:
            for field in STIFF:
                if (rows := array_of(model, field)) is not None:
                    rows[tendons[name]] = 0
            actuator = _actuator(model, tendons[name])
            if actuator >= 0:
                model.actuator_armature[actuator] = 0
                model.actuator_damping[actuator] = 0
    return list(dict.fromkeys(names))


def refuse_constraints(source: Compiled) -> None:
    """Refuse what ties bodies together otherwise than joint to joint, with all of their names."""
    found = list(_unmatched(source))
    if found:
        kind, number, sentence = found[0]
        names = [source.name(k, n) for k, n, _ in found]
        raise source.refused(kind, number, f"{sentence}; {way_out(names)}")


def way_out(names: list[str]) -> str:
    """How to read the file without these constraints."""
    options = " ".join(f"--without-constraint {_word(name)}" for name in names[:6])
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    what = "it" if len(names) == 1 else f"the {len(names)} of them"
    return f"to leave {what} out: {options}{more} (without_constraints in Python)"


def _word(name: str) -> str:
    """A name as a shell takes it."""
    plain = all(ch.isascii() and (ch.isalnum() or ch in "_-.") for ch in name)
    return shown(name)[1:-1] if plain and not name.startswith("-") else shown(name)


def _unmatched(source: Compiled) -> Iterator[tuple[str, int, str]]:
    model = source.model
    for t in range(model.ntendon):
        if pulls(model, t):
            sentence = "a tendon with stiffness, damping, friction or armature is not read"
            yield "TENDON", t, sentence
    for e in range(model.neq):
        kind = name_of("mjtEq", model.eq_type[e])[5:].lower()
        if active(model, e) and kind != "joint":
            yield "EQUALITY", e, f"the constraint {kind} has no counterpart here"


def pulls(model: CompiledModel, tendon: int) -> bool:
    """Whether a tendon acts on the motion by itself."""
    if any(is_set(model, field, tendon) for field in STIFF):
        return True
    actuator = _actuator(model, tendon)
    return actuator >= 0 and bool(
        model.actuator_armature[actuator] or model.actuator_damping[actuator]
    )


def _actuator(model: CompiledModel, tendon: int) -> int:
    """The actuator that a tendon takes armature and damping from; an older MuJoCo has none."""
    actuators = array_of(model, "tendon_actuatorid")
    return -1 if actuators is None else int(actuators[tendon])


def is_set(model: CompiledModel, field: str, k: int) -> bool:
    """Whether a field, which an older MuJoCo may not have, is other than zero."""
    rows = array_of(model, field)
    return rows is not None and bool((rows[k] != 0).any())


def active(model: CompiledModel, equality: int) -> bool:
    """Whether a constraint holds from the start."""
    off = model.opt.disableflags & code("mjtDisableBit", "mjDSBL_EQUALITY")
    return bool(model.eq_active0[equality]) and not off
