"""Tournaments between levels, searches and external programs, with Elo ratings.

Both sides of the engine protocol (docs/protocol-engine.md) are here: ``Engine`` serves it, and
``Program`` drives an external engine.
"""

from .budget import Budget
from .checking import EngineFault, check_engine
from .contenders import Contender, contender
from .elo import Interval, elo, elo_interval, share_interval
from .engine import Engine
from .errors import ArenaError, ContenderError, FolderError, Forfeit, WorkersError
from .game import Settings, play
from .results import Played, Tally
from .tournament import Tournament, run
from .workers import Workers, cluster, cores, local

__all__ = [
    "ArenaError",
    "Budget",
    "Contender",
    "ContenderError",
    "Engine",
    "EngineFault",
    "FolderError",
    "Forfeit",
    "Interval",
    "Played",
    "Settings",
    "Tally",
    "Tournament",
    "Workers",
    "WorkersError",
    "check_engine",
    "cluster",
    "contender",
    "cores",
    "elo",
    "elo_interval",
    "local",
    "play",
    "run",
    "share_interval",
]
