"""The kinds of scalar that a derivation may run over, one file each."""
