"""Bots and the versions that people upload."""
