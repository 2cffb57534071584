"""Operation of a server: settings, logs, metrics, readiness and checks before the start."""

from .checking import Finding, check
from .crowd import Crowd
from .health import Readiness
from .logs import keep_logs
from .lookout import Lookout, running
from .metrics import Metrics, served
from .requests import Requests
from .settings import Effective, Settings, SettingsError, masked, read_settings

__all__ = [
    "Crowd",
    "Effective",
    "Finding",
    "Lookout",
    "Metrics",
    "Readiness",
    "Requests",
    "Settings",
    "SettingsError",
    "check",
    "keep_logs",
    "masked",
    "read_settings",
    "running",
    "served",
]
