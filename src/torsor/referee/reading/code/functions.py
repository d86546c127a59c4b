"""The functions that programs call, by all their spellings."""

from __future__ import annotations

KEPT = "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs sign atan2 det inv"
NAMES = KEPT.split()
"""What is kept as a call, by its plain name."""

CALLS = (
    {name: name for name in NAMES}
    | {f"{name}{end}": name for name in ("sin", "cos", "tan", "sqrt") for end in "fl"}
    | {"sgn": "sign", "signum": "sign", "arcsin": "asin", "arccos": "acos", "arctan": "atan"}
    | {"arctan2": "atan2", "fabs": "abs", "Abs": "abs", "dot": "dot", "cross": "cross"}
    | {"Sin": "sin", "Cos": "cos", "Tan": "tan", "Sqrt": "sqrt"}
)

UNCHANGED = (
    "simplify expand trigsimp factor collect nsimplify powsimp ratsimp cancel together "
    "radsimp asarray asmatrix array matrix mat Matrix ImmutableMatrix MutableDenseMatrix sym "
    "vpa double single float float64 float32 full S sympify copy eval doit flatten ravel "
    "squeeze tolist evalf combine SX MX DM real atleast_1d ascontiguousarray numeric "
    "as_mutable as_immutable fullsimplify Array tensor toarray horner"
)
SAME = frozenset(UNCHANGED.split())
"""What leaves its first argument as it is."""

MAKING = (
    "symbols Symbol symvar dynamicsymbols Function symfun var ReferenceFrame IndexedBase "
    "input zeros_like empty empty_like"
)
DECLARING = frozenset(MAKING.split())
"""What makes symbols: the names on the left stay what they are."""

POWERS = frozenset(("pow", "power", "powf", "Pow", "mpower", "float_power"))
SQUARES = frozenset(("square", "sq", "sqr"))
PRODUCTS = frozenset(("matmul", "mtimes"))
ELEMENTWISE = frozenset(("times", "multiply"))
TRANSPOSES = frozenset(("transpose", "T", "ctranspose"))
DERIVATIVES = frozenset(("diff", "Derivative"))
COLUMNS = frozenset(("vertcat", "Vector2d", "Vector3d", "Vector4d", "Vector2f", "Vector3f"))
PI = frozenset(("pi", "M_PI", "PI", "kPi"))
LIBRARIES = (
    "np numpy math sp sympy ca casadi jnp std cs sm me mechanics linalg SX MX Eigen cas torch"
)
MODULES = frozenset(LIBRARIES.split())
"""What stands before a function's name and says nothing of it."""
SIZED = frozenset(("zeros", "ones", "eye", "identity"))
METHODS = (
    (SAME - {"real", "full", "single", "double"})
    | TRANSPOSES
    | DERIVATIVES
    | frozenset(("dot", "reshape", "det", "inv", "subs", "xreplace", "norm", "multiply", "cross"))
)
"""What may stand behind a point as a function of what stands before it."""
