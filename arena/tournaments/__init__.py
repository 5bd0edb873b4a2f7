"""Tournaments: who plays whom, when, and who has won."""
