"""How the tests start the engine of ``bot.py``."""

import shlex
import sys
from pathlib import Path

BOT = Path(__file__).with_name("bot.py")


def bot(fault: str = "") -> list[str]:
    """The command of a bot that does this wrong."""
    return [sys.executable, str(BOT), *([fault] if fault else [])]


def named(fault: str = "") -> str:
    """The same bot as a player of a match."""
    return f"exec:{shlex.join(bot(fault))}"
