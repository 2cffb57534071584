"""Operation of a server."""
