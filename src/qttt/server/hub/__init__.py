"""The hub: connected clients, and the games that they follow. No I/O."""
