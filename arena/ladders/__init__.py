"""Ladders: continuous play and who meets whom."""
