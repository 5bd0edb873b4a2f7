"""Matches: queued, played by a worker, recorded once."""
