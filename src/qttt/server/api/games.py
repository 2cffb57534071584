"""Routes of games: a whole game, the user's current games, and records."""

from fastapi import APIRouter, Response

from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.record import game_to_record
from qttt.server.games.terms import is_game_id
from qttt.server.protocol.outgoing import EntryInfo, terms_info
from qttt.server.store.values import GameLog

from .dependencies import CurrentPrincipal, CurrentServices, OptionalPrincipal, rate_limit
from .models import PlayedGameOut, PlayedGamesOut, WholeGameOut
from .records import RECORD_TYPE, attachment_headers, record_text

router = APIRouter(tags=["games"])


@router.get("/games")
async def playing(principal: CurrentPrincipal, services: CurrentServices) -> PlayedGamesOut:
    """The user's current games."""
    user = principal.user.id
    games = await services.store.games.current_games(user)
    listed = [PlayedGameOut.of(each, seat=each.terms.seat_of(user)) for each in games]
    return PlayedGamesOut(games=listed, next=None)


@router.get(
    "/games/{game}.qtn",
    response_class=Response,
    responses={200: {"content": {RECORD_TYPE: {}}}},
    dependencies=[rate_limit("record")],
)
async def record(game: str, services: CurrentServices) -> Response:
    """The game as a record, finished or not."""
    log = await _log(services, game)
    text = record_text(game_to_record(log.terms, log.entries))
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
