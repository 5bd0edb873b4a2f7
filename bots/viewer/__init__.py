"""The replay viewer: what it is fed, and the page that carries it offline. static/viewer draws."""
