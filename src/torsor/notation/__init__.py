"""How a quantity is printed: symbol and name data files, used by ``write`` and by ``check``."""

from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation, load_notation, notation_names

__all__ = ["Glyph", "Notation", "load_notation", "notation_names"]
