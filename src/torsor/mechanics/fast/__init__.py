"""The recursions that code is made from, by their field's names: RNEA, CRBA, ABA."""
