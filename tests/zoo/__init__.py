"""Misbehaving bots. Each is a whole program as an author would upload it; `expected.py` says what comes of it."""
