"""How often clients can do what: the default rate limits."""

from collections.abc import Mapping

# Users who are stored are limited each for themselves; all other clients of an address, which can
# be that of a whole school, together. docs/security.md lists what one of them can do to the others.
LIMITS: Mapping[str, str] = {
    "request": "6000/minute",
    "class": "60000/minute",
    "class-here": "1/hour",
    "key-here": "1/day",
    "arrival": "120/minute",
    "session": "90/minute; 1000/hour",
    "login": "30/minute",
    "login-all": "600/minute",
    "login-client": "30/day",
    "login-name": "300/day",
    "account": "40/hour",
    "password": "10/minute",
    "token": "20/hour",
    "progress": "60/minute",
    "seek": "30/minute",
    "challenge": "20/minute; 200/day",
    "room": "20/hour",
    "join": "30/minute",
    "poll": "60/minute",
    "homework": "60/hour",
    "hand-in": "60/minute",
    "guess": "60/minute; 600/hour",
    "guess-all": "600/minute; 6000/hour",
    "guessed": "1/hour",
    "wrong-here": "1/hour",
    "game": "30/minute",
    "push": "30/minute",
    "seen": "120/minute",
    "decision": "20/second",
    "record": "120/minute",
    "archive": "2/minute",
    "stream": "60/minute",
    "coin": "120/minute",
    "draw": "30/minute",
}
"""For each operation its limits, in the syntax of package ``limits``."""
