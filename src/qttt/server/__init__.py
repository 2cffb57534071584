"""The web app's server: files of the built app, and play over a network.

``app`` makes the application for any ASGI server, ``serve`` runs it until Ctrl-C. What cannot be
served is a ``ServerError``, whose message says what to do.
"""

from .application import app
from .data import place_for_games, try_out
from .errors import ServerError
from .files import APP
from .listen import listen, serve

__all__ = ["APP", "ServerError", "app", "listen", "place_for_games", "serve", "try_out"]
