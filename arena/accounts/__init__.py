"""People: accounts, tokens and what staff did."""
