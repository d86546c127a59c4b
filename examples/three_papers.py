"""The three Newton-Euler papers: their driving forces, in each paper's own notation."""

import torsor
from torsor.equations import Style, document, write
from torsor.notation import load_notation

for name in ("rttrr", "trtrr", "3r"):
    model = torsor.derive(name)
    hand = load_notation(model.robot.notation)
    print(write(document(model, Style(hand)), hand, "text")[:800])
    print(f"... {sum(model.terms)} terms in {1000 * model.seconds:.1f} ms\n")
