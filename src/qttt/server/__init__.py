"""The server of the web app, with online play.

``app`` returns an ASGI application, ``serve`` runs it until Ctrl-C. ``ServerError`` is raised if
the server cannot start.
"""

from qttt.extras import requires_extra

with requires_extra("app"):
    from .application import app
    from .data import place_for_games, try_out
    from .errors import ServerError
    from .files import APP
    from .listen import listen, serve
    from .operate import Settings, read_settings

__all__ = [
    "APP",
    "ServerError",
    "Settings",
    "app",
    "listen",
    "place_for_games",
    "read_settings",
    "serve",
    "try_out",
]
