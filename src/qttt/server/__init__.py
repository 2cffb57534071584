"""The server of the web app, with online play. Its modules are imported on first use."""

from importlib import import_module
from typing import TYPE_CHECKING

from qttt.extras import requires_extra

with requires_extra("app"):
    import msgspec as _installed_with_the_extra  # noqa: F401 - the quickest of its packages

if TYPE_CHECKING:
    from .application import create_app
    from .data import claim_store, store_location
    from .errors import ServerError, ServerRunningError
    from .files import APP_FOLDER
    from .operate.settings import ServerSettings, SettingsError, read_settings
    from .web_server import listen, serve

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

_MODULES = {
    "APP_FOLDER": "files",
    "ServerError": "errors",
    "ServerRunningError": "errors",
    "ServerSettings": "operate.settings",
    "SettingsError": "operate.settings",
    "claim_store": "data",
    "create_app": "application",
    "listen": "web_server",
    "read_settings": "operate.settings",
    "serve": "web_server",
    "store_location": "data",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with requires_extra("app"):
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
