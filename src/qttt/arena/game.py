"""One game of a tournament, determined by the settings and the game's number alone.

Games can therefore be played on any machine, in any order, and repeated.
"""

from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from random import Random

from qttt import __version__
from qttt.game import Move, Player, Position, Rules
from qttt.game.arguments import checked_class
from qttt.notation import write_record
from qttt.play import (
    Coin,
    Match,
    Opponent,
    Seat,
    match_to_record,
    named_coin,
    play_step,
    seeded_coin,
    with_fallback,
)
from qttt.quantum.sources import check_source_name

from .budget import Budget
from .contenders import Contender, contender
from .errors import ArenaError, ForfeitError
from .program import ANSWER_TIMEOUT_S

FORFEIT = "forfeit"
"""The tag Termination of a game that a program forfeited; the tag Forfeit has the reason."""


@checked_class
@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of a tournament; with a game's number they determine the game.

    Games are played in pairs: ``a`` has X in the first game of each pair, ``b`` in the second, and
    both start with the same ``opening`` random placements, which close no loop. ``budget`` and
    ``answer_timeout_s`` (in addition to the time for a move) apply to programs. ``coin`` names the
    source of chance; by default coins are drawn from ``seed``.

    Raises:
        ArenaError: A setting is invalid.
        DeviceError: The coin is unknown.
        RulesError: The rules are invalid.
    """

    a: str
    b: str
    rules: str = "goff"
    seed: int = 0
    opening: int = 0
    budget: str = "time=1"
    answer_timeout_s: float = ANSWER_TIMEOUT_S
    coin: str = ""
    version: str = __version__

    def __post_init__(self) -> None:
        if not 0 <= self.opening <= 99:
            raise ArenaError(f"opening must be from 0 to 99 placements, not {self.opening}")
        if not 0.0 <= self.answer_timeout_s <= 86_400.0:
            raise ArenaError(
                f"the answer timeout must be from 0 to 86400 s, not {self.answer_timeout_s:g}"
            )
        if self.coin:
            check_source_name(self.coin)
        rules = Rules.parse(self.rules)
        for player in self.contenders:
            player.check(rules)

    @property
    def contenders(self) -> tuple[Contender, Contender]:
        """Players ``a`` and ``b``."""
        budget = Budget.parse(self.budget)
        a, b = (
            contender(name, budget=budget, answer_timeout_s=self.answer_timeout_s)
            for name in (self.a, self.b)
        )
        return a, b

    @property
    def threads(self) -> int:
        """The threads that a game uses."""
        return max(player.threads for player in self.contenders)

    def seats(self, number: int) -> dict[Player, int]:
        """Map X and O to player 0 (``a``) or 1 (``b``) in that game."""
        first = (number - 1) % 2
        return {Player.X: first, Player.O: 1 - first}

    def coin_for(self, number: int) -> Coin:
        """Return the source of chance for that game, which its first toss opens.

        The operating system decides while it is unavailable. A toss raises ``MissingExtraError`` if
        the packages of the source are not installed.
        """
        seed = self.derived_seed(number, "coin")
        if not self.coin:
            return seeded_coin(seed)
        opened = cache(partial(named_coin, self.coin, seed=seed))
        return with_fallback(lambda position: opened()(position), named_coin("os"))

    def derived_seed(self, number: int, purpose: str) -> int:
        """Derive a 63-bit seed for one purpose in one game."""
        text = f"{self.seed} {number} {purpose}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1


def play(settings: TournamentSettings, number: int) -> str:
    """Play a game, numbered from 1, and return its record.

    Raises ``ArenaError`` if the tournament was started with another version of qttt.
    """
    if settings.version != __version__:
        raise ArenaError(
            f"this tournament was started with qttt {settings.version}; this is qttt {__version__}"
        )
    match = _match(settings, number)
    _open(match, settings.opening, Random(settings.derived_seed((number + 1) // 2, "opening")))
    reason = _finish(match, settings, number)
    record = match_to_record(match)
    if reason:
        record.tags |= {"Termination": FORFEIT, "Forfeit": reason}
    return write_record(record)


def _match(settings: TournamentSettings, number: int) -> Match:
    names, kinds = (settings.a, settings.b), [player.kind for player in settings.contenders]
    seats = {player: Seat(names[i], kinds[i]) for player, i in settings.seats(number).items()}
    match = Match(Rules.parse(settings.rules), x=seats[Player.X], o=seats[Player.O])
    match.tags |= {"Event": f"{settings.a} - {settings.b}", "Round": str(number)}
    match.tags["Seed"] = str(settings.seed)
    return match


def _open(match: Match, plies: int, rng: Random) -> None:
    """Play random placements that close no loop and do not end the game."""
    for _ in range(plies):
        quiet = [move for move in match.legal_moves if _is_quiet(move, match.position)]
        if not quiet:
            return
        match.play(rng.choice(quiet))


def _is_quiet(move: Move, position: Position) -> bool:
    after = position.play(move)
    return not after.has_loop and after.outcome is None


def _finish(match: Match, settings: TournamentSettings, number: int) -> str:
    """Play to the end. Return the reason if a program forfeits, otherwise an empty string."""
    coin = settings.coin_for(number)
    with ExitStack() as stack:
        opponents: dict[Player, Opponent] = {
            player: stack.enter_context(
                settings.contenders[i].start(match.rules, settings.derived_seed(number, player))
            )
            for player, i in settings.seats(number).items()
        }
        while match.outcome is None:
            try:
                play_step(match, opponents, coin)
            except ForfeitError as forfeit:
                loser = Player(str(match.to_move))
                match.resign(loser)
                return f"{loser}, {match.seats[loser].name}: {forfeit}"
    return ""
