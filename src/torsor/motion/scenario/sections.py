"""The tables of a scenario beside its motion: drive, contact, payload, stop and integrator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from torsor.errors import RobotError, shown
from torsor.formats.fields import at, known_keys
from torsor.motion.dynamics.contact import Contact, Formulas, Sampled
from torsor.motion.dynamics.integration import Method
from torsor.motion.dynamics.stick_slip import Stop
from torsor.motion.quantities import (
    ScenarioError,
    choice,
    each,
    entries,
    not_negative,
    positive,
    quantity,
    switch,
    vector,
)
from torsor.motion.results import WRENCH
from torsor.motion.scenario.carried_load import Load
from torsor.motion.scenario.signals import Signal, signal
from torsor.motion.tables import advancing, read_table
from torsor.motion.trajectory.segments import Context
from torsor.motion.trajectory.tabulated import coordinate_columns
from torsor.motion.units import factor

DRIVES = {
    "free": (),
    "torques": ("tau", "file", "hold", "gaps"),
    "pd": ("kp", "kd", "set-point", "limit", "knows-load"),
    "computed-torque": ("kp", "kd", "set-point", "limit", "knows-load"),
}
METHODS = ("DOP853", "Radau", "symplectic")
DEFAULTS = {"DOP853": (1e-11, 1e-13), "Radau": (1e-7, 1e-9), "symplectic": (0.0, 0.0)}


@dataclass(frozen=True)
class DriveTable:
    """What ``[drive]`` says; controllers get their motion and model when the arm is compiled."""

    kind: str
    signals: tuple[Signal, ...] = ()
    times: Any = None
    values: Any = None
    hold: bool = False
    kp: Any = None
    kd: Any = None
    set_point: Any = None
    limit: Any = None
    knows_load: bool = True


def several(key: str, table: Mapping[str, Any], read: Any) -> list[Any]:
    """``[key]`` or ``[[key]]``."""
    value = table.get(key, [])
    if not isinstance(value, list):
        return [at(key, read, value)]
    return [at(f"{key} {k}", read, row) for k, row in enumerate(value, 1)]


def _kind(value: Any, kinds: Mapping[str, Any]) -> str:
    if isinstance(value, str):
        return choice(value, tuple(kinds))
    if not isinstance(value, Mapping) or "kind" not in value:
        raise ScenarioError(f"expected a table with a kind, one of {', '.join(kinds)}")
    return at("kind", lambda v: choice(v, tuple(kinds)), value["kind"])


def read_drive(value: Any, context: Context) -> DriveTable:
    """What drives the joints: a word, or a table with a kind."""
    kind = _kind(value, DRIVES)
    table: Mapping[str, Any] = {} if isinstance(value, str) else value
    known_keys(kind, table, ("kind", *DRIVES[kind]))
    n, whose = context.n, context.whose
    if kind == "free":
        return DriveTable(kind)
    if kind == "torques":
        if ("tau" in table) == ("file" in table):
            raise ScenarioError("torques: expected either 'tau' or 'file'")
        if "tau" in table:
            rows = at("tau", lambda v: entries(v, n, whose), table["tau"])
            signals = [at(f"tau, entry {k}", signal, v) for k, v in enumerate(rows, 1)]
            return DriveTable(kind, tuple(signals))
        return _torque_table(table, context)

    def gain(value: Any) -> Any:
        found = each(value, n, whose)
        if (found < 0).any():
            raise ScenarioError("expected no negative gain")
        return found

    kp = at("kp", gain, table.get("kp", 100))
    limit = None
    if "limit" in table:
        limit = at("limit", gain, table["limit"])
    point = None
    if "set-point" in table:
        point = at("set-point", lambda v: vector(v, n, whose), table["set-point"])
    kd = at("kd", gain, table["kd"]) if "kd" in table else 2 * np.sqrt(kp)
    knows = at("knows-load", switch, table.get("knows-load", True))
    return DriveTable(kind, kp=kp, kd=kd, set_point=point, limit=limit, knows_load=knows)


def _torque_table(table: Mapping[str, Any], context: Context) -> DriveTable:
    found = read_table(context.folder / str(table["file"]))
    gaps = at("gaps", switch, table.get("gaps", False))
    times = advancing(found, "t", gaps) * factor(found.units["t"], ("time",))
    values = coordinate_columns(found, "tau", context)
    if values is None:
        raise ScenarioError(f"{found.file}: no columns tau1 … tau{context.n}")
    hold = at("hold", switch, table.get("hold", False))
    return DriveTable("torques", times=times, values=values, hold=hold)


def read_contact(value: Any, context: Context) -> Contact:
    """A wrench at the tool, from six functions or a file."""
    table = known_keys(
        "a contact", value, ("wrench", "file", "against", "axes", "from", "to", "gaps")
    )
    axes = at("axes", lambda v: choice(v, ("tool", "base")), table.get("axes", "tool"))
    if ("wrench" in table) == ("file" in table):
        raise ScenarioError("expected either 'wrench' (six functions) or 'file'")
    names = {"time": "t", "arc-length": "s"}
    against = None
    if "against" in table:
        against = names[at("against", lambda v: choice(v, tuple(names)), table["against"])]
    wrench: Formulas | Sampled
    if "wrench" in table:
        rows = at("wrench", lambda v: entries(v, 6, f": {' '.join(WRENCH)}"), table["wrench"])
        signals = [
            at(f"wrench, {name}", lambda v: signal(v, ("t", "s")), row)
            for name, row in zip(WRENCH, rows, strict=True)
        ]
        used = {s.variable for s in signals if any(s.tree.names())}
        if len(used) > 1 or (against and used - {against}):
            raise ScenarioError("wrench: expected functions of t alone, or of s alone")
        variable = next(iter(used), against or "t")
        wrench = Formulas(tuple(signals))
    else:
        found = read_table(context.folder / str(table["file"]))
        variable = against or ("t" if "t" in found.columns else "s")
        gaps = at("gaps", switch, table.get("gaps", False))
        unit = ("time",) if variable == "t" else ("length",)
        places = advancing(found, variable, gaps) * factor(found.units[variable], unit)
        columns = []
        for name in WRENCH:
            kind = ("force",) if name[0] == "f" else ("moment",)
            given = found.columns.get(name)
            scale = factor(found.units.get(name, ""), kind)
            columns.append(np.zeros(len(places)) if given is None else given * scale)
        if not any(name in found.columns for name in WRENCH):
            raise ScenarioError(f"{found.file}: none of the columns {' '.join(WRENCH)}")
        wrench = Sampled(places, np.stack(columns, axis=1))
    begin = at("from", not_negative, table.get("from", 0))
    end = at("to", positive, table["to"]) if "to" in table else float("inf")
    if end <= begin:
        raise ScenarioError(f"acts from {begin:g} to {end:g}: expected an end after the beginning")
    return Contact(axes, variable, wrench, begin, end)


def read_load(value: Any) -> Load:
    """A body that is picked up and released."""
    from torsor.formats.toml.joints import read_link

    keys = ("mass", "com", "inertia", "pick-up", "release", "caught")
    table = known_keys("a payload", value, keys)
    if "mass" not in table:
        raise ScenarioError("expected a mass")
    given = {"com": 0, "inertia": 0, **{k: table[k] for k in keys[:3] if k in table}}
    try:
        body = read_link(given, "p")
    except RobotError as error:
        raise ScenarioError(str(error)) from None
    if any(e.constant is None for e in (body.mass, *body.com, *body.inertia)):
        raise ScenarioError("expected numbers for mass, com and inertia")
    at("mass", positive, str(body.mass.constant))
    begin = at("pick-up", not_negative, table.get("pick-up", 0))
    end = at("release", positive, table["release"]) if "release" in table else float("inf")
    if end <= begin:
        raise ScenarioError(f"is released at {end:g} s, before its pick-up at {begin:g} s")
    caught = at(
        "caught", lambda v: choice(v, ("at-rest", "moving")), table.get("caught", "at-rest")
    )
    return Load(body, begin, end, caught == "at-rest")


def read_stops(table: Mapping[str, Any], context: Context) -> dict[int, Stop]:
    """The joint stops, by coordinate (counted from 0)."""
    found: dict[int, Stop] = {}

    def read(value: Any) -> Stop:
        row = known_keys("a stop", value, ("coordinate", "lower", "upper", "restitution"))
        k = row.get("coordinate")
        if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= context.n:
            raise ScenarioError(f"coordinate: expected a number from 1 to {context.n}")
        if "lower" not in row and "upper" not in row:
            raise ScenarioError("expected 'lower', 'upper' or both")
        lower = at("lower", quantity, row["lower"]) if "lower" in row else -float("inf")
        upper = at("upper", quantity, row["upper"]) if "upper" in row else float("inf")
        if lower >= upper:
            raise ScenarioError(f"lower, {lower:g}, is not below upper, {upper:g}")
        e = at("restitution", not_negative, row.get("restitution", 0))
        if e > 1:
            raise ScenarioError(f"restitution: {e:g} is above 1")
        return Stop(k - 1, lower, upper, e)

    for stop in several("stop", table, read):
        if stop.coordinate in found:
            raise ScenarioError(f"stop: coordinate {stop.coordinate + 1} has two")
        found[stop.coordinate] = stop
    return found


def read_method(value: Any) -> Method:
    """The integrator: a word, or a table with its tolerances."""
    table: Mapping[str, Any] = {"method": value} if isinstance(value, str) else value
    known_keys("integrator", table, ("method", "rtol", "atol", "step", "longest"))
    name = at("method", lambda v: choice(v, METHODS), table.get("method", "DOP853"))
    wrong = ("rtol", "atol", "longest") if name == "symplectic" else ("step",)
    for key in wrong:
        if key in table:
            raise ScenarioError(f"{key}: not for {shown(name)}")
    rtol, atol = DEFAULTS[name]
    return Method(
        name,
        at("rtol", positive, table.get("rtol", rtol or 1.0)),
        at("atol", positive, table.get("atol", atol or 1.0)),
        at("step", positive, table.get("step", 1e-3)),
        at("longest", positive, table["longest"]) if "longest" in table else float("inf"),
    )
