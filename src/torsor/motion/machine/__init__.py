"""DOP853 and what it integrates as machine code: routines, and scenarios made ready for them."""
