"""The game for language models: a server of the Model Context Protocol.

``qttt mcp`` runs it on standard input and output.
"""

from qttt.extras import requires_extra

with requires_extra("mcp"):
    from .server import create_server, serve_tools

__all__ = ["create_server", "serve_tools"]
