"""A run in a few numbers: for a person, and as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from torsor.cli.columns import ROUNDING, align_columns, figure

if TYPE_CHECKING:
    from torsor.motion.balance import Balance
    from torsor.motion.results import Result
    from torsor.motion.simulation import Run

SHOWN = 12
"""Events that are told one by one."""
WAYS = {
    "drives": "work of the drives",
    "loads": "brought by loads",
    "friction": "taken by friction",
    "tool": "work of the tool",
    "impacts": "lost in impacts",
}
"""Terms of the energy balance, in words."""


def summarise_run(result: Result, run: Run) -> dict[str, Any]:
    """The run as plain data."""
    from torsor.motion.actuators.cycle import measure_demands

    found: dict[str, Any] = {
        "robot": result.robot,
        "kind": result.kind,
        "scenario": run.scenario.place or None,
        "seconds": float(result.t[-1]),
        "rows": len(result),
        "complete": result.complete,
        "columns": list(result.columns),
        "units": result.units,
        "demands": [d.data for d in measure_demands(result)],
        "events": result.events,
        **result.figures,
    }
    if "K" in result.columns:
        energy = result.energy
        found["energy"] = {"start": float(energy[0]), "end": float(energy[-1])}
        found["energy"] |= _works(_balance(result, run))
        found["energy"]["gap"] = _gap(result, run)
    found["end"] = {"q": result.q[-1].tolist(), "dq": result.dq[-1].tolist()}
    return found


def describe_run(result: Result, run: Run) -> str:
    """The same for a person."""
    what = "driving forces along the motion" if result.kind == "along" else "simulated"
    how = ""
    if result.figures:
        f = result.figures
        method = f"SciPy's {f['method']}" if f["engine"] == "scipy" else f["method"]
        how = f" ({method}, {f['steps']} steps, {f['evaluations']} evaluations)"
    lines = [f"{result.robot}: {what}, {result.t[-1]:g} s, {len(result)} rows{how}"]
    lines += _demands(result)
    if "K" in result.columns:
        lines += _energy(result, run)
    for event in result.events[:SHOWN]:
        rest = ", ".join(f"{k} {_told(v)}" for k, v in event.items() if k not in ("t", "event"))
        lines.append(f"t = {event['t']:.6g} s: {event['event']}" + (f" ({rest})" if rest else ""))
    if len(result.events) > SHOWN:
        lines.append(f"… and {len(result.events) - SHOWN} further events (--json has them all)")
    return "\n".join(lines)


def _demands(result: Result) -> list[str]:
    """A row for each coordinate; what is rounding beside others of its unit is 0."""
    from torsor.motion.actuators.cycle import measure_demands
    from torsor.robot.meanings import coordinate_meaning

    demands = measure_demands(result)
    rows = [["coordinate", "peak", "RMS", "", "peak speed", "", "peak power", "", "end", ""]]
    for d in demands:
        alike = [other for other in demands if other.sliding == d.sliding]
        force, speed, way = (coordinate_meaning(s, d.sliding).unit for s in ("tau", "dq", "q"))
        strongest = max(other.peak_torque for other in alike)
        farthest = float(max(abs(result.columns[f"q{o.coordinate}"]).max() for o in alike))
        rows.append(
            [
                str(d.coordinate),
                figure(d.peak_torque, 5, strongest),
                figure(d.rms_torque, 5, strongest),
                force,
                figure(d.peak_speed, 5, max(other.peak_speed for other in alike)),
                speed,
                figure(d.peak_power, 4, max(other.peak_power for other in demands)),
                "W",
                figure(result.columns[f"q{d.coordinate}"].item(-1), 8, farthest),
                way,
            ]
        )
    return align_columns(rows, ">..u.u.u.u")


def _energy(result: Result, run: Run) -> list[str]:
    energy = result.energy
    lines = [f"energy: {energy[0]:.10g} J at the start, {energy[-1]:.10g} J at the end"]
    size = float(max(abs(energy).max(), 1e-300))
    ways = [
        f"{WAYS[name]} {figure(value, 6, size)} J"
        for name, value in _works(_balance(result, run)).items()
        if figure(value, 6, size) != "0"
    ]
    closes = f"closes to {_gap(result, run):.1g} J"
    return [*lines, f"  {'; '.join([*ways, closes])}"]


def _balance(result: Result, run: Run) -> Balance:
    from torsor.motion.dynamics.energy_balance import balance_energy

    return balance_energy(result, run.scenario, run.plant)


def _works(balance: Balance) -> dict[str, float]:
    """Every term from the start to the end."""
    found = {name: getattr(balance, name) for name in WAYS}
    return {name: float(term[-1]) for name, term in found.items() if term is not None}


def _gap(result: Result, run: Run) -> float:
    """The most that the balance is open at any time."""
    from torsor.motion.balance import find_gap

    return float(abs(find_gap(_balance(result, run), result.energy)).max())


def _told(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return "0" if abs(value) < ROUNDING else f"{value:.4g}"
