"""Operation of a server: settings, logs, metrics, readiness and checks before the start."""

from .checks import CheckResult, check
from .health import Readiness
from .logs import keep_logs
from .metrics import Metrics, served
from .requests import RequestTelemetry
from .settings import EffectiveSettings, Settings, SettingsError, masked, read_settings
from .socket_limiter import SocketLimiter
from .telemetry import Lookout, running

__all__ = [
    "CheckResult",
    "EffectiveSettings",
    "Lookout",
    "Metrics",
    "Readiness",
    "RequestTelemetry",
    "Settings",
    "SettingsError",
    "SocketLimiter",
    "check",
    "keep_logs",
    "masked",
    "read_settings",
    "running",
    "served",
]
