"""The HTTP API."""

from .api import create_api
from .dependencies import HubGateway, Services, session_principal
from .origins import Origins
from .rate_limits import LIMITS, RateLimiter, open_rate_limiter

__all__ = [
    "LIMITS",
    "HubGateway",
    "Origins",
    "RateLimiter",
    "Services",
    "create_api",
    "open_rate_limiter",
    "session_principal",
]
