"""Measurements: ratios within one run, never assertions about time."""
