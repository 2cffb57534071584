"""Previews of links: titles and descriptions of positions, puzzles and games, and pictures."""

import asyncio
import re
from collections import OrderedDict
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from qttt.engine import SolveDepth, Solver
from qttt.engine.tablebase import shipped_tablebase
from qttt.game import PRESETS, Node, Position, Rules
from qttt.notation import describe
from qttt.notation.card import WIDTH, card_svg
from qttt.notation.links import format_link, parse_link
from qttt.notation.png import svg_png
from qttt.notation.points import describe_value
from qttt.notation.rules_text import rules_heading
from qttt.texts.folders import REFERENCE
from qttt.texts.phrases import phrases

from .games.game import GameState
from .people.names import shown_name
from .shared_games import SharedGame
from .store.entities import Challenge, GameLog

APP_LINK = "goff/12_25_59_15"
"""The position on pictures of the app: a loop."""
EMPTY_BOARD = "-"
SOLVED_SQUARES = 9
SOLVER_ENTRIES = 1 << 14
"""Size of the solver's table for each preset: 400 KB, as previews are solved once."""
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
CACHE_BYTES = 16 * 2**20
"""Memory for drawn pictures, about 300 of 3×3 boards."""
PICTURE_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}


class Preview(NamedTuple):
    """What a link shows before it is opened.

    ``link`` is its canonical form, for the picture; empty if there is nothing to draw. The picture
    says ``sentence``, by default that of the position, and its path is ``picture``, by default
    that of the position. ``query`` are parameters of the link.
    """

    title: str
    description: str
    link: str = ""
    is_private: bool = False
    sentence: str = ""
    query: str = ""
    picture: str = ""


def app_preview(language: str = REFERENCE) -> Preview:
    """Return the preview of the app itself."""
    phrase = phrases(language)
    tagline = phrase("app.tagline")
    about = f"{tagline} {phrase('server.about')}"
    picture = "/card/app.png"
    return Preview(phrase("app.title"), about, APP_LINK, sentence=tagline, picture=picture)


def invitation_preview(challenge: Challenge, language: str = REFERENCE) -> Preview:
    """Return the preview of an open invitation."""
    phrase = phrases(language)
    title = phrase("online.invites", name=shown_name(challenge.shown_name, language))
    node = parse_link(f"{challenge.rules}/{challenge.start.replace(EMPTY_BOARD, '')}")
    parts = [rules_heading(node.position.rules, language), phrase("app.tagline")]
    picture = f"/i/{challenge.code}.png"
    return Preview(title, _sentences(parts), format_link(node), sentence=title, picture=picture)


def room_preview(language: str = REFERENCE) -> Preview:
    """Return the preview of the pupils' entrance to class rooms."""
    phrase = phrases(language)
    title = phrase("server.room")
    about, picture = phrase("server.roomAbout"), "/card/room.png"
    return Preview(title, about, APP_LINK, sentence=title, picture=picture)


def today_preview(language: str = REFERENCE) -> Preview:
    """Return the preview of the puzzle of the reader's day."""
    phrase = phrases(language)
    title = phrase("screens.daily")
    about, picture = phrase("server.dailyAbout"), "/card/daily.png"
    return Preview(title, about, APP_LINK, sentence=title, picture=picture)


CARDS = {"app": app_preview, "daily": today_preview, "room": room_preview}
"""Previews that depend only on the language, by the name of their picture."""


@lru_cache(1024)
def position_preview(link: str, language: str = REFERENCE) -> Preview:
    """Return the preview of a position with its value, if that is known at once.

    Raises ``ValueError`` if the link cannot be read, as ``parse_link`` does.
    """
    node = parse_link(link)
    position = node.position
    parts = [rules_heading(position.rules, language), last_move(node, language)]
    if not position.outcome and (value := _value(position)) is not None:
        parts.append(describe_value(value, position, language=language))
    title = describe.describe(position, language=language)
    return Preview(title, _sentences(parts), format_link(node))


def shared_preview(shared: SharedGame, link: str, language: str = REFERENCE) -> Preview:
    """Return the preview of a shared game: if it is over, the sender's sentence about the result.

    Raises ``ValueError`` if the link cannot be read, as ``parse_link`` does.
    """
    preview = position_preview(link, language)._replace(query=shared.query)
    outcome = parse_link(link).position.outcome
    if outcome is None:
        return preview
    sentence = shared.sentence(outcome, language)
    title = _sentences([sentence, phrases(language)("share.questions.end")])
    about = _sentences([preview.title, preview.description])
    return preview._replace(title=title, description=about, sentence=sentence)


@lru_cache(256)
def puzzle_preview(link: str, language: str = REFERENCE) -> Preview:
    """Return the preview of a puzzle, ``goff_12/25``, without its value.

    Raises ``ValueError`` if the link cannot be read, as ``parse_link`` does, or the game is over.
    """
    rules, _, position = link.replace("_", " ").rpartition(" ")
    node = parse_link(f"{rules}/{position}")
    if node.position.outcome:
        raise ValueError("the game is over in this position, so it is no puzzle")
    phrase = phrases(language)
    title = phrase("server.puzzle", position=describe.describe(node.position, language=language))
    parts = [rules_heading(node.position.rules, language), phrase("server.puzzleAbout")]
    return Preview(title, _sentences(parts), format_link(node))


def daily_preview(day: str, language: str = REFERENCE) -> Preview:
    """Return the preview of the puzzle of a day; raises ``ValueError`` if there is no such day."""
    if not DAY.fullmatch(day):
        raise ValueError("a day is written 2026-01-31")
    date.fromisoformat(day)
    phrase = phrases(language)
    return Preview(phrase("server.daily", day=day), phrase("server.dailyAbout"))


def game_preview(log: GameLog, language: str = REFERENCE) -> Preview:
    """Return the preview of a game without any analysis: it can be in progress.

    Games against levels are private, so all players named here are persons or bots.
    """
    terms = log.terms
    phrase = phrases(language)
    if terms.private:
        about = phrase("server.privateAbout", name=phrase("app.title"))
        return Preview(phrase("server.private"), about, is_private=True)
    game = GameState.replay(terms, log.entries)
    node = game.match.node
    is_aborted = game.is_over and game.outcome is None
    state = (
        phrase("server.aborted")
        if is_aborted
        else describe.describe(node.position, game.outcome, language=language)
    )
    parts = [state, rules_heading(node.position.rules, language), last_move(node, language)]
    x, o = (shown_name(player.name, language) for player in (terms.x, terms.o))
    title = f"{x} (X) – {o} (O)"
    return Preview(title, _sentences(parts), format_link(node))


def last_move(node: Node, language: str = REFERENCE) -> str:
    """Describe the move that led to ``node``; empty at the start of a game."""
    if node.move is None or node.parent is None:
        return ""
    move = describe.describe_move(node.move, node.parent.position, language)
    return phrases(language)("server.lastMove", move=move)


def _value(position: Position) -> float | None:
    """The exact value under the presets of at most nine squares; 10 ms at most, once."""
    rules = position.rules
    if rules.board.size > SOLVED_SQUARES or rules not in PRESETS.values():
        return None
    return _solver(rules).solve(position, depth=SolveDepth.VALUE).value


@cache
def _solver(rules: Rules) -> Solver:
    return Solver(rules, SOLVER_ENTRIES, shipped_tablebase(rules))


def _sentences(parts: list[str]) -> str:
    ended = (part if part.endswith(("?", ";", ".", "!")) else f"{part}." for part in parts if part)
    return " ".join(ended)


# --- pictures ------------------------------------------------------------------------------------


class PictureKey(NamedTuple):
    """A picture: a canonical link, the suffix of its file, and its words with their language.

    Without a ``sentence`` the words describe the position.
    """

    link: str
    suffix: str
    language: str
    sentence: str = ""

    def draw(self) -> bytes:
        """Draw the picture as PNG or SVG."""
        node = parse_link(self.link)
        words = "" if self.sentence else last_move(node, self.language)
        svg = card_svg(node.position, node.move, words, self.language, self.sentence)
        return svg_png(svg, WIDTH) if self.suffix == ".png" else svg.encode()


class Pictures:
    """A cache of drawn pictures."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[PictureKey, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = asyncio.Lock()

    def find(self, key: PictureKey) -> bytes | None:
        """Return the picture if it was drawn before."""
        if key in self._drawn:
            self._drawn.move_to_end(key)
        return self._drawn.get(key)

    async def draw(self, key: PictureKey) -> bytes:
        """Draw the picture, in a thread."""
        async with self._lock:
            if found := self.find(key):
                return found
            picture = await run_in_threadpool(key.draw)
        self._drawn[key] = picture
        self._bytes += len(picture)
        while self._bytes > CACHE_BYTES:
            self._bytes -= len(self._drawn.popitem(last=False)[1])
        return picture
