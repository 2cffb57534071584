"""Operation of a server."""

from .checks import CheckResult, check_settings
from .health import Readiness
from .logs import configure_logging
from .metrics import Metrics, serve_metrics
from .open_files import raise_file_limit
from .requests import RequestTelemetry
from .settings import EffectiveSettings, ServerSettings, SettingsError, mask_secrets, read_settings
from .socket_limiter import SocketLimiter
from .telemetry import ServerTelemetry, log_lifetime

__all__ = [
    "CheckResult",
    "EffectiveSettings",
    "Metrics",
    "Readiness",
    "RequestTelemetry",
    "ServerSettings",
    "ServerTelemetry",
    "SettingsError",
    "SocketLimiter",
    "check_settings",
    "configure_logging",
    "log_lifetime",
    "mask_secrets",
    "raise_file_limit",
    "read_settings",
    "serve_metrics",
]
