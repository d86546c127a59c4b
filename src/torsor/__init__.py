"""Torsor: the exact dynamic model of a serial robot, as equations, numbers and proofs.

>>> import torsor
>>> model = torsor.derive("rttrr")
>>> [len(force) for force in model.tau]
[229, 14, 52, 102, 60]
"""

from importlib import import_module

from torsor import hooks
from torsor.errors import TorsorError, UnknownAttributeError, suggestion

NAMES = {
    "torsor.formats.load": ("library_names", "load"),
    "torsor.formats.export": ("RobotText", "export"),
    "torsor.formats.structure": ("new",),
    "torsor.formats.cad.values": ("CadValues", "cad"),
    "torsor.robot.robot": ("Frame", "Joint", "Link", "Payload", "Robot"),
    "torsor.algebra.expression": ("Expression",),
    "torsor.algebra.ring": ("Ring",),
    "torsor.algebra.sympy_bridge": ("from_sympy",),
    "torsor.algebra.terms": ("Term",),
    "torsor.spatial.vectors": ("Matrix", "Vector"),
    "torsor.derivation": ("derive", "evaluate"),
    "torsor.model": ("Model",),
    "torsor.explanation": ("Why",),
    "torsor.equations.printed_terms": ("why",),
    "torsor.proof.certificate": ("Certificate", "verify"),
    "torsor.referee.paper_check": ("PaperCheck", "check"),
    "torsor.referee.model_diff": ("ModelDiff", "diff"),
    "torsor.program.arm": ("Arm", "compile"),
    "torsor.program.saved.saved_arm": ("SavedArm", "open_arm"),
    "torsor.program.needed_values": ("values",),
    "torsor.program.functions.operation_counts": ("ops",),
    "torsor.program.targets": ("SourceFiles", "code"),
    "torsor.motion.simulation": ("simulate",),
    "torsor.motion.results": ("Result",),
    "torsor.motion.actuators.choosing": ("Selection", "actuators"),
    "torsor.identification.pipeline": ("identify",),
    "torsor.identification.outcome.identification": ("Identification",),
    "torsor.identification.excitation.excitation": ("Excitation",),
    "torsor.identification.excitation.exciting": ("excite",),
    "torsor.studies.studying": ("StudyResult", "study"),
    "torsor.studies.atlas.making": ("Atlas", "atlas"),
    "torsor.studies.atlas.classifying": ("Classification", "classify"),
    "torsor.drawing.robot_drawing": ("draw",),
    "torsor.reporting.report": ("Report", "report"),
}
"""Where each public name comes from when first asked for; ``__init__.pyi`` has their types."""

ROOMS = ("drawing", "equations", "notation", "reporting")
"""Rooms that people reach through the package: ``torsor.drawing.scheme``."""

HOMES = {name: module for module, names in NAMES.items() for name in names}

hooks.writers |= {
    "expression": "torsor.equations:latex",
    "model": "torsor.equations:model_latex",
    "steps": "torsor.equations.display:steps_latex",
    "latex": "torsor.equations.display:latex",
    "html": "torsor.equations.display:html",
    "table": "torsor.equations.display:html_table",
    "why html": "torsor.equations.why_html:why_html",
    "latex table": "torsor.equations.display:latex_table",
    "robot": "torsor.equations.display:robot_latex",
    "robot html": "torsor.equations.display:robot_html",
    "robot viewer": "torsor.drawing.viewer.notebook:robot_frame",
    "motion html": "torsor.drawing.viewer.notebook:motion_html",
    "study html": "torsor.reporting.study_report:study_html",
    "study page": "torsor.reporting.study_report:write_page",
}


def __getattr__(name: str) -> object:
    if name in HOMES:
        found = globals()[name] = getattr(import_module(HOMES[name]), name)
        return found
    if name in ROOMS:
        return import_module(f"torsor.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("torsor")
    hint = "" if name.startswith("_") else suggestion(name, [*__all__, *ROOMS])
    raise UnknownAttributeError(f"module 'torsor' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted([*__all__, *ROOMS])


__all__ = ["TorsorError", "__version__", *HOMES]  # noqa: PLE0604 - a table's names are texts
