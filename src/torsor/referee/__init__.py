"""Published equations against derived ones, term by term.

The way of an equation: ``paper`` (data, from TOML, or by ``tex_paper`` from LaTeX that Torsor
wrote) gives its text and target. ``reading.grammar`` makes the text a ``tree``, ``sides`` cuts it
at its equals signs, ``target_names`` tells which sides name the target, and the readers
(``factor_reader``, ``matrix_reader``, ``sum_reader``) make the others sums of products (``terms``,
``matrices``). ``comparing.ring_values`` takes these into the model's ring, ``comparison`` matches
them with what ``targets`` says was derived, ``explanation`` and ``slips`` name what differs.
``equation`` so judges one equation, ``paper_check`` a paper, and ``errata`` prints the findings.
"""
