"""The `arena` command line: everything about bots on one's own machine, and the service over its API."""
