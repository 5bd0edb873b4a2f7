"""Everything about running a program as a player; knows the games, not the service."""
