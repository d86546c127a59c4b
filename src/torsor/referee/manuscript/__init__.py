"""An author's file as passages of mathematics and blocks of code, each with its places."""
