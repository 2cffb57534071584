"""The messages of ``spec/protocol.md``: those of clients and those of the server."""
