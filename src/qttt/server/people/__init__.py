"""Users: names, passwords, passkeys, sessions, bot tokens and ratings."""

from .accounts import Accounts, Proof, reset_code
from .errors import PersonError
from .names import guest_name, name_key, read_name
from .passkeys import Passkeys, Site, passkey_name
from .passwords import Passwords, read_password
from .people import BOT, SESSION, People, Person, is_user_id, token_name, user_id
from .rating_updates import ladder_of, settle
from .ratings import (
    NEW_RATING,
    PROVISIONAL,
    Pace,
    is_provisional,
    pace_of,
    rated,
    rating_at,
    score_of,
)
from .tokens import is_token, new_token, token_hash

__all__ = [
    "BOT",
    "NEW_RATING",
    "PROVISIONAL",
    "SESSION",
    "Accounts",
    "Pace",
    "Passkeys",
    "Passwords",
    "People",
    "Person",
    "PersonError",
    "Proof",
    "Site",
    "guest_name",
    "is_provisional",
    "is_token",
    "is_user_id",
    "ladder_of",
    "name_key",
    "new_token",
    "pace_of",
    "passkey_name",
    "rated",
    "rating_at",
    "read_name",
    "read_password",
    "reset_code",
    "score_of",
    "settle",
    "token_hash",
    "token_name",
    "user_id",
]
