"""Tournaments between levels, searches and external programs, with Elo ratings.

Both sides of the engine protocol (docs/protocol-engine.md) are here: ``EngineServer`` serves it,
and ``Program`` drives an external engine.
"""

from .budget import Budget
from .conformance import ConformanceError, check_engine
from .contenders import Contender, contender
from .elo import Interval, elo, elo_interval, share_interval
from .engine import EngineServer
from .errors import ArenaError, ContenderError, FolderError, ForfeitError, WorkersError
from .game import TournamentSettings, play
from .results import GameResult, TournamentResult
from .tournament import Tournament, run
from .workers import Workers, available_cores, cluster, local

__all__ = [
    "ArenaError",
    "Budget",
    "ConformanceError",
    "Contender",
    "ContenderError",
    "EngineServer",
    "FolderError",
    "ForfeitError",
    "GameResult",
    "Interval",
    "Tournament",
    "TournamentResult",
    "TournamentSettings",
    "Workers",
    "WorkersError",
    "available_cores",
    "check_engine",
    "cluster",
    "contender",
    "elo",
    "elo_interval",
    "local",
    "play",
    "run",
    "share_interval",
]
