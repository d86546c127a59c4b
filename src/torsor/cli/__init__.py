"""The command line: one file for each command, no mechanics in it."""
