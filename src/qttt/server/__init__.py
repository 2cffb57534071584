"""The web app's server: files of the built app, and the place where play over a network belongs.

``app`` makes the application for any ASGI server, ``serve`` runs it until Ctrl-C. What cannot be
served is a ``ServerError``, whose message says what to do.
"""

from .application import app
from .errors import ServerError
from .files import APP
from .listen import listen, serve

__all__ = ["APP", "ServerError", "app", "listen", "serve"]
