"""Tournaments between levels, searches and external programs, with Elo ratings.

Both sides of the engine protocol (docs/protocol-engine.md) are here: ``EngineServer`` serves it,
and ``Program`` drives an external engine.
"""

from .conformance import ConformanceError, check_engine
from .elo import Interval, elo, elo_interval
from .engine import EngineServer
from .errors import ArenaError, WorkersError
from .game import TournamentSettings
from .results import GameResult, TournamentResult
from .tournament import Tournament, run_tournaments
from .workers import available_cores, cluster, local

__all__ = [
    "ArenaError",
    "ConformanceError",
    "EngineServer",
    "GameResult",
    "Interval",
    "Tournament",
    "TournamentResult",
    "TournamentSettings",
    "WorkersError",
    "available_cores",
    "check_engine",
    "cluster",
    "elo",
    "elo_interval",
    "local",
    "run_tournaments",
]
