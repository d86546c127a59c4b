"""What the commands of LaTeX print: symbols, functions, accents, spaces, relations."""

from __future__ import annotations

from torsor.notation.notation import GREEK

SYMBOLS = {f"\\{name}": letter for name, letter in GREEK.items()}
SYMBOLS |= {
    "\\pi": "π", "\\upsilon": "υ", "\\Pi": "Π", "\\Sigma": "Σ", "\\Xi": "Ξ", "\\Upsilon": "Υ",
    "\\varepsilon": "ε", "\\vartheta": "θ", "\\varphi": "φ", "\\varrho": "ρ", "\\varsigma": "σ",
    "\\varpi": "π", "\\top": "T", "\\intercal": "T", "\\prime": "'", "\\ell": "l",
    "\\partial": "∂", "\\nabla": "∇", "\\infty": "∞", "\\circ": "°", "\\degree": "°",
    "\\dagger": "†", "\\star": "*", "\\imath": "i", "\\jmath": "j", "\\hbar": "ħ",
    "\\sum": "∑", "\\prod": "∏", "\\int": "∫",
}  # fmt: skip
"""What a command prints that is a symbol by itself."""

LETTERS = {"ϕ": "φ", "ϑ": "θ", "ϵ": "ε", "ϱ": "ρ", "ℓ": "l", "µ": "μ"}
"""Letters that are another one's variant."""

DOTTED = {"\\dot": 1, "\\ddot": 2, "\\dddot": 3, "\\ddddot": 4}
ACCENTS = {
    "\\widehat": "hat", "\\overline": "bar", "\\widetilde": "tilde", "\\overrightarrow": "vec",
} | {f"\\{name}": name for name in (
    "hat", "bar", "vec", "underline", "tilde", "mathcal", "mathbb", "mathfrak", "mathtt",
    "mathscr", "check", "breve", "acute", "grave", "mathring",
)}  # fmt: skip
"""Accents and alphabets that make another symbol of a letter."""

COMBINING = {"\u0307": 1, "\u0308": 2, "\u20db": 3, "\u20dc": 4}
"""Unicode's dots over a letter."""
COMBINING_ACCENTS = {
    "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u20d7": "vec",
}  # fmt: skip

PLAIN = frozenset(
    ("\\mathbf", "\\boldsymbol", "\\bm", "\\mathrm", "\\mathit", "\\mathsf", "\\operatorname",
     "\\operatorname*", "\\mathop", "\\mathnormal", "\\pmb", "\\bold", "\\mathbfit", "\\symbf",
     "\\symbfit", "\\symup", "\\vb", "\\mathord", "\\mathup")
)  # fmt: skip
"""Fonts: a letter in another one is the same symbol."""

FUNCTIONS = {name: name for name in (
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh",
    "tanh", "exp", "log", "ln", "sign", "diag", "det", "atan2", "max", "min",
)}  # fmt: skip
FUNCTIONS |= {
    "sgn": "sign", "sen": "sin", "tg": "tan", "atan": "arctan", "asin": "arcsin",
    "acos": "arccos", "arctg": "arctan", "sinus": "sin", "cosinus": "cos",
}  # fmt: skip
"""The functions by the names that they are printed with."""
WRITTEN_OUT = (
    "arcsin", "arccos", "arctan", "asin", "acos", "atan2", "atan", "sinh", "cosh", "tanh", "sin",
    "cos", "tan", "sen", "sgn", "sign", "diag", "exp", "log",
)  # fmt: skip
"""Functions that are known by their letters where an argument follows at once."""

JOINING_WORDS = ("and", "und", "et", "y", "e", "ed")
PROSE = ("if", "is", "or", "so", "in", "on", "at", "by", "to", "of", "as", "we", "it", "si")

PRINTED_NOTHING = (
    "quad", "qquad", "displaystyle", "textstyle", "scriptstyle", "nonumber", "notag", "limits",
    "nolimits", "it", "sf", "rm", "bf", "hfill", "hfil", "allowbreak", "linebreak", "relax",
    "strut", "mathstrut", "null", "thinspace", "medspace", "thickspace", "negthinspace",
    "enspace", "space", "nobreak", "displaybreak", "IEEEyesnumber", "IEEEnonumber",
    "IEEEeqnarraynumspace", "noindent", "centering", "protect", "xspace", "boldmath", "qed",
)  # fmt: skip
"""Commands that print nothing."""
NOTHING_WITH_ARGUMENT = (
    "tag",
    "label",
    "hspace",
    "vspace",
    "mspace",
    "color",
    "textcolor",
    "noalign",
)
"""Commands that print nothing, with the argument in braces that they take."""

NO_EQUATION = tuple(f"\\{name}" for name in (
    "leq", "le", "geq", "ge", "in", "notin", "neq", "ne", "to", "rightarrow", "longrightarrow",
    "Rightarrow", "Longrightarrow", "Leftrightarrow", "mapsto", "propto", "sim", "ll", "gg",
    "implies", "iff", "forall", "exists", "subset", "leftarrow", "leqslant", "geqslant",
))  # fmt: skip
"""Relations that state something else than an equation."""

_KINDS = {
    "fraction": ("\\frac", "\\dfrac", "\\tfrac", "\\cfrac"),
    "root": ("\\sqrt", "√"),
    "phantom": ("\\phantom", "\\hphantom", "\\vphantom"),
    "under": ("\\underbrace", "\\overbrace"),
    "above": ("\\overset", "\\underset", "\\stackrel"),
    "wrap": ("\\mathrel", "\\mathbin", "\\boxed"),
    "over": ("\\over",),
    "relation": NO_EQUATION,
    "dot": ("·", "⋅", "×", "\\cdot", "\\times", "\\ast"),
    "star": ("*", "∗"),
    "slash": ("/", "∕", "⁄"),
    "point": (".",),
    "comma": (",",),
    "semicolon": (";",),
    "colon": (":",),
    "equals": (
        "=", "&=", ":=", "=:", "≡", "≜", "≔", "\\equiv", "\\triangleq", "\\coloneqq", "\\doteq",
        "\\coloneq", "\\eqdef", "\\colonequals",
    ),
    "approx": ("\\approx", "\\simeq", "\\cong", "≈", "≃", "≅"),
    "dots": (
        "\\dots", "\\ldots", "\\cdots", "\\dotsb", "\\dotsc", "\\dotsm", "\\vdots", "\\ddots",
        "...", "…", "⋯", "⋮", "⋱",
    ),
    "sign": ("+", "-", "−", "–"),
    "sup": ("^",),
    "sub": ("_",),
    "prime": ("'", "′", "’"),
    "ampersand": ("&",),
    "lbrace": ("{",),
    "rbrace": ("}",),
    "lparen": ("(",),
    "rparen": (")",),
    "lsquare": ("[", "\\lbrack"),
    "rsquare": ("]", "\\rbrack"),
    "lcurly": ("\\lbrace",),
    "rcurly": ("\\rbrace",),
    "labs": ("\\lvert",),
    "rabs": ("\\rvert",),
    "bar": ("|", "\\vert"),
    "lnorm": ("\\lVert",),
    "rnorm": ("\\rVert",),
    "bars": ("\\|", "\\Vert", "‖"),
    "accent": (*DOTTED, *ACCENTS, *PLAIN),
    "function": tuple(f"\\{name}" for name in FUNCTIONS),
}  # fmt: skip
KINDS = {text: kind for kind, texts in _KINDS.items() for text in texts}
KINDS |= dict.fromkeys(SYMBOLS, "symbol")
"""What kind of mark a text is; other commands are unknown."""
