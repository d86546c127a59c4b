"""The mechanics, by exact identities and against independent truth."""
