"""The server of the web app, with online play."""

from qttt.extras import requires_extra

with requires_extra("app"):
    from .application import create_app
    from .data import claim_store, store_location
    from .errors import ServerError, ServerRunningError
    from .files import APP_FOLDER
    from .listen import listen, serve
    from .operate.settings import ServerSettings, SettingsError, read_settings

__all__ = [
    "APP_FOLDER",
    "ServerError",
    "ServerRunningError",
    "ServerSettings",
    "SettingsError",
    "claim_store",
    "create_app",
    "listen",
    "read_settings",
    "serve",
    "store_location",
]
