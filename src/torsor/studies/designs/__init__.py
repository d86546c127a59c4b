"""Which designs there are: factors, samplings, and what follows from them."""
