"""Ratings: how strong a bot is, and how sure we are."""
