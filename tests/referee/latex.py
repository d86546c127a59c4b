"""Whether LaTeX is sound: by its braces and environments, and by pdflatex where there is one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def sound(latex: str) -> bool:
    """Whether braces and environments are closed in their order."""
    plain = latex.replace("\\\\", "").replace("\\{", "").replace("\\}", "")
    depth = 0
    for ch in plain:
        depth += {"{": 1, "}": -1}.get(ch, 0)
        if depth < 0:
            return False
    return depth == 0 and latex.count("\\begin{") == latex.count("\\end{")


def compiles(latex: str, folder: Path) -> bool:
    """Whether pdflatex takes a document; so it is taken to do where there is no pdflatex."""
    program = shutil.which("pdflatex")
    if not program:
        return True
    (folder / "report.tex").write_text(latex, "utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "report.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    return done.returncode == 0
