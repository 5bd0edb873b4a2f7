"""The rules of five games, pure and complete. `GAMES` is the registry."""
