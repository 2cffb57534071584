"""The HTTP API: sessions, accounts, lobby, games, archives, ratings, class rooms and bots."""

from .api import api
from .cookies import cookie_name, read_cookie
from .origins import Origins
from .rates import LIMITS, Rates, shared_rates
from .service import GameRunner, Service, session_person

__all__ = [
    "LIMITS",
    "GameRunner",
    "Origins",
    "Rates",
    "Service",
    "api",
    "cookie_name",
    "read_cookie",
    "session_person",
    "shared_rates",
]
