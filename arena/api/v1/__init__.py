"""The first version of the API: one module a noun."""
