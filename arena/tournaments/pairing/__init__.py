"""Pure pairing code: a tournament is a function of its entrants, settings and results.

Read `plan.py` for the vocabulary and `formats.py` for the functions that a service calls.
"""
