"""LaTeX trees as statements: every mark a symbol of the author's own."""
