"""Commands that start the engine in ``bot.py``."""

import shlex
import sys
from pathlib import Path

BOT = Path(__file__).with_name("bot.py")


def bot(fault: str = "") -> list[str]:
    """Return the command of a bot with this fault."""
    return [sys.executable, str(BOT), *([fault] if fault else [])]


def named(fault: str = "") -> str:
    """Return the name of that bot as a player of a tournament."""
    return f"exec:{shlex.join(bot(fault))}"
