"""The service: bots, matches, ladders and tournaments."""
