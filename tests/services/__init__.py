"""Real services for the tests: a broker for the embedded default; PostgreSQL and Redis, found or started."""
