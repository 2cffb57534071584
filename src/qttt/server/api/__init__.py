"""The HTTP API."""

from .api import create_api
from .cookies import cookie_name, read_cookie
from .dependencies import HubGateway, Services, session_principal
from .origins import Origins
from .rate_limits import LIMITS, RateLimiter, open_rate_limiter

__all__ = [
    "LIMITS",
    "HubGateway",
    "Origins",
    "RateLimiter",
    "Services",
    "cookie_name",
    "create_api",
    "open_rate_limiter",
    "read_cookie",
    "session_principal",
]
