"""Any author's text: what it states, what its symbols stand for, and whether it is right."""
