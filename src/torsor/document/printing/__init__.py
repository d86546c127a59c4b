"""Mathematics as tokens, spelled in text, LaTeX, MathML and Typst."""
