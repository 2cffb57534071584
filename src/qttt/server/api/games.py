"""Routes of games: a whole game, the user's current games, and records."""

from collections.abc import AsyncGenerator
from typing import Any

from fastapi import APIRouter, Response

from qttt.game import Player
from qttt.notation import write_record
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.record import game_to_record
from qttt.server.games.terms import is_game_id
from qttt.server.lobby.lobby import game_fields
from qttt.server.protocol.outgoing import EntryInfo, terms_info
from qttt.server.protocol.responses import GameOut, PlayedGameOut, PlayedGamesOut, WholeGameOut
from qttt.server.store.entities import GameLog, GameSummary
from qttt.server.store.games import GameStore

from .dependencies import CurrentPrincipal, CurrentServices, OptionalPrincipal, rate_limit_by_client

router = APIRouter(tags=["games"])

RECORD_TYPE = "application/x-qtn; charset=utf-8"
PAGE_SIZE = 50
"""Games of an archive that are in memory at a time."""


@router.get("/games")
async def playing(principal: CurrentPrincipal, services: CurrentServices) -> PlayedGamesOut:
    """The user's current games."""
    user = principal.user.id
    games = await services.store.games.current_games(user)
    listed = [played_game(summary, user) for summary in games]
    return PlayedGamesOut(games=listed, next=None)


@router.get(
    "/games/{game}.qtn",
    response_class=Response,
    responses={200: {"content": {RECORD_TYPE: {}}}},
    dependencies=[rate_limit_by_client("record")],
)
async def record(game: str, services: CurrentServices) -> Response:
    """The game as a record, finished or not."""
    text = record_text(await _log(services, game))
    return Response(text, media_type=RECORD_TYPE, headers=attachment_headers(f"{game}.qtn"))


@router.get("/games/{game}")
async def game(game: str, principal: OptionalPrincipal, services: CurrentServices) -> WholeGameOut:
    """The whole game; its id suffices."""
    log = await _log(services, game)
    summary = await services.store.games.summary(game)
    return WholeGameOut(
        game=game,
        terms=terms_info(log.terms),
        seat=log.terms.seat_of(principal.user.id) if principal else None,
        entries=[EntryInfo(*entry) for entry in log.entries],
        result=(summary and summary.result) or None,
        termination=(summary and summary.termination) or None,
        now=services.clock(),
    )


async def _log(services: CurrentServices, game: str) -> GameLog:
    log = await services.store.games.load(game) if is_game_id(game) else None
    if log is None:
        raise CommandRejected(RejectionCode.NO_SUCH_GAME, f"there is no game {game[:20]}")
    return log


def record_text(log: GameLog) -> str:
    """Return the record of a game with a final newline."""
    return write_record(game_to_record(log.terms, log.entries)).rstrip("\n") + "\n"


async def archive_text(games: GameStore, user: str, *, private: bool) -> AsyncGenerator[str, None]:
    """Yield the records of all finished games of a user, newest first."""
    before, separator = "", ""
    while page := await games.archive(user, PAGE_SIZE, before, private=private):
        for log in await games.load_all([summary.terms.game for summary in page]):
            yield separator + record_text(log)
            separator = "\n"
        before = page[-1].terms.game


def attachment_headers(name: str) -> dict[str, str]:
    """Return the headers of a download with that ASCII file name."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}


def listed_game(game: GameSummary) -> GameOut:
    """Return the public fields of a game."""
    return GameOut(**_fields(game))


def played_game(game: GameSummary, user: str) -> PlayedGameOut:
    """Return the public fields of a game of that user."""
    return PlayedGameOut(**_fields(game) | {"seat": game.terms.seat_of(user)})


def _fields(game: GameSummary) -> dict[str, Any]:
    return {
        **game_fields(game.terms),
        "private": game.terms.private,
        "version": game.version,
        "at": game.at,
        "result": game.result or None,
        "termination": game.termination or None,
        "turn": Player(game.turn) if game.turn else None,
    }
