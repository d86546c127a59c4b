"""An identification as plain data: the contract's fields, and more beside them."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from torsor.identification.outcome.errors import Errors
from torsor.identification.outcome.identification import Identification, strong_correlations
from torsor.robot.link import Link


def json_data(found: Identification) -> dict[str, Any]:
    """The fields of ``torsor identify --json``."""
    possible = found.possible
    data = {
        "robot": found.robot.name,
        "logs": list(found.logs),
        "validation_logs": list(found.validation_logs),
        "cutoff": found.filtering.cutoff,
        "cutoff_reason": found.filtering.reason,
        "velocities": found.filtering.source,
        "base": [estimate.data for estimate in found.base],
        "drives": [estimate.data for estimate in found.drive_estimates],
        "correlated": [
            {"pair": [a, b], "correlation": r} for a, b, r in strong_correlations(found)
        ],
        "unexcited": list(found.unexcited),
        "train": _errors(found.train),
        "validation": _errors(found.validation) if found.validation else None,
        "full": {
            "feasible": possible.feasible,
            "certificate": {
                "holds": possible.certificate.holds,
                "sentence": possible.certificate.sentence,
                "links": [
                    {"link": row.link, "holds": row.holds, "minors": [str(m) for m in row.minors]}
                    for row in possible.certificate.rows
                ],
            },
            "least_squares_possible": possible.least_squares_possible,
            "contradiction": possible.contradiction,
            "distance": possible.distance,
            "prior": possible.prior,
            "prior_strength": possible.strength,
            "digits": possible.digits,
            "links": [_link(k, link) for k, link in enumerate(found.robot.links, 1)],
        },
        "friction": [
            {"drive": k, "terms": [term.data for term in law]}
            for k, law in enumerate(found.friction, 1)
        ],
        "noise": list(found.noise),
        "load": found.load.data if found.load else None,
        "warnings": list(found.warnings),
        "notes": list(found.notes),
        "seconds": found.seconds,
    }
    plain: dict[str, Any] = _finite(data)
    return plain


def _finite(data: Any) -> Any:
    """The same without numbers that JSON has not: what is not known is null."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not isfinite(data) else data


def _errors(errors: Mapping[str, Errors]) -> dict[str, Any]:
    """The identified robot's, and the other models' by name."""
    others = {k.replace(" ", "_"): e.data for k, e in errors.items() if k != "identified"}
    return {**errors["identified"].data, **others}


def _link(number: int, link: Link) -> dict[str, Any]:
    def value(entry: Any) -> float:
        return float(entry.constant)

    return {
        "link": number,
        "mass": value(link.mass),
        "com": [value(e) for e in link.com],
        "inertia": [value(e) for e in link.inertia],
        "viscous": value(link.drive.viscous),
        "coulomb": value(link.drive.coulomb),
        "rotor": value(link.drive.rotor),
    }
