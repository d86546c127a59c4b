"""What the package puts in for rooms that may not reach so far: how things show themselves."""

from __future__ import annotations

from importlib import import_module

writers: dict[str, str] = {}
"""The ``module:function`` that shows an ``expression``, a ``model``, ``steps``, a ``robot`` or a
matrix (``latex``) as LaTeX, anything as ``html``, plain texts as a ``table`` or ``latex table``,
a robot, a motion, a study and where terms come from in a notebook (``robot html``, ``robot
viewer``, ``motion html``, ``study html``, ``why html``), and a study as a file (``study page``).
"""


def write(what: str, shown: object, *arguments: object, **options: object) -> str:
    """Something shown by its writer; its ``str`` where the package put none in."""
    if what not in writers:
        return str(shown)
    module, _, name = writers[what].partition(":")
    text: str = getattr(import_module(module), name)(shown, *arguments, **options)
    return text
