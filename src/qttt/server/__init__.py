"""The web app's server: files of the built app, and play over a network.

``app`` makes the application for any ASGI server, ``serve`` runs it until Ctrl-C. What cannot be
served is a ``ServerError``, whose message says what to do.
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
