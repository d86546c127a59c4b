"""The native engine: a server for this machine alone, and child processes that answer."""
