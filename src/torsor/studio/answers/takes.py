"""What ``take`` can give: each with a phrase, and whether it can be made here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from torsor.program.languages import LANGUAGES


@dataclass(frozen=True)
class Take:
    """A file that can be taken along; ``needs`` are the packages that it is made with."""

    says: str
    ending: str
    media: str = "text/plain"
    needs: tuple[str, ...] = ()
    maker: str = ""
    """The function of ``taking`` that makes it."""

    def is_here(self) -> bool:
        """Whether it can be made here."""
        return all(find_spec(name) is not None for name in self.needs)


EQUATIONS = {
    "latex": Take("the equations in LaTeX", ".tex", "application/x-tex", maker="equations"),
    "text": Take("the equations as text", ".txt", maker="equations"),
    "markdown": Take("the equations in Markdown", ".md", "text/markdown", maker="equations"),
    "html": Take("the equations as a page", ".html", "text/html", maker="equations"),
    "typst": Take("the equations in Typst", ".typ", maker="equations"),
    "sympy": Take("the equations for SymPy", ".py", "text/x-python", maker="sympy"),
}
"""Of these an equation can be taken alone."""

TAKES: dict[str, Take] = {
    "toml": Take("the robot as TOML", ".toml", "application/toml", maker="toml"),
    "urdf": Take("the robot as URDF, with numbers", ".urdf", "application/xml", maker="export"),
    "mjcf": Take(
        "the robot as MJCF, with numbers", ".xml", "application/xml", ("numpy",), maker="export"
    ),
    **EQUATIONS,
    **{
        name: Take(f"code: {language.says}", ".zip", "application/zip", maker="code")
        for name, language in LANGUAGES.items()
    },
    "svg": Take("the picture", ".svg", "image/svg+xml", ("numpy",), maker="picture"),
    "viewer": Take("the robot as a page to turn", ".html", "text/html", ("numpy",), maker="viewer"),
    "report": Take(
        "the report as PDF", ".pdf", "application/pdf", ("numpy", "typst"), maker="report"
    ),
    "report-html": Take("the report as a page", ".html", "text/html", ("numpy",), maker="report"),
}

ERRATA: dict[str, Take] = {
    "text": Take("what was found as text", ".txt"),
    "markdown": Take("what was found in Markdown", ".md", "text/markdown"),
    "latex": Take("what was found in LaTeX", ".tex", "application/x-tex"),
    "html": Take("what was found as a page", ".html", "text/html"),
    "pdf": Take("what was found as PDF", ".pdf", "application/pdf", ("typst",)),
}
"""What checking found can be taken as."""
