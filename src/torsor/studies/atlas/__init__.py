"""The atlas: every serial structure of so many joints, its classes, their facts and proofs."""
