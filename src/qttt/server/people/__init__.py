"""Users, their authentication and their ratings."""

from .accounts import Accounts, Reauthentication, new_reset_code
from .errors import AccountError
from .names import guest_name, name_key, parse_name
from .passkeys import Passkeys, RelyingParty, passkey_name
from .passwords import Passwords, validate_password
from .people import BOT, SESSION, People, Principal, is_user_id, new_user_id, token_name
from .rating_updates import ladder_for, update_ratings
from .ratings import (
    NEW_RATING,
    PROVISIONAL_DEVIATION,
    Pace,
    is_provisional,
    pace_of,
    rate_game,
    rating_at,
    score_of,
)
from .tokens import is_token, new_token, token_hash

__all__ = [
    "BOT",
    "NEW_RATING",
    "PROVISIONAL_DEVIATION",
    "SESSION",
    "AccountError",
    "Accounts",
    "Pace",
    "Passkeys",
    "Passwords",
    "People",
    "Principal",
    "Reauthentication",
    "RelyingParty",
    "guest_name",
    "is_provisional",
    "is_token",
    "is_user_id",
    "ladder_for",
    "name_key",
    "new_reset_code",
    "new_token",
    "new_user_id",
    "pace_of",
    "parse_name",
    "passkey_name",
    "rate_game",
    "rating_at",
    "score_of",
    "token_hash",
    "token_name",
    "update_ratings",
    "validate_password",
]
