"""One command that starts, watches and stops every process of the embedded service."""
