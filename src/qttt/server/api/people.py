"""Routes of users: archives, ratings and leaderboards.

Users are addressed by name, in any equivalent spelling; guests by ``@`` and their id, which only
they know.
"""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from qttt.game.rules import PRESETS
from qttt.server.errors import RequestError
from qttt.server.people.names import name_key
from qttt.server.people.people import Principal, is_user_id
from qttt.server.people.ratings import PROVISIONAL_DEVIATION, is_provisional, rating_at
from qttt.server.protocol.requests import GameId
from qttt.server.protocol.responses import (
    LeaderOut,
    LeadersOut,
    PersonOut,
    PlayedGamesOut,
    RatingOut,
)
from qttt.server.protocol.shared import Pace
from qttt.server.store.entities import Ladder, Rating, User

from .dependencies import (
    CurrentServices,
    OptionalPrincipal,
    client_of,
    counted,
    rate_limit_by_client,
)
from .games import RECORD_TYPE, archive_text, attachment_headers, played_game

router = APIRouter(tags=["people"])

PAGE_SIZE = 30
MAX_LEADERS = 50


@router.get("/people/{name}")
async def person(name: str, requester: OptionalPrincipal, services: CurrentServices) -> PersonOut:
    """A user and their ratings."""
    user = await _user(services, name, requester)
    now = services.clock()
    ratings = await services.store.ratings.by_user(user.id)
    return PersonOut(
        name=user.name,
        guest=user.guest,
        bot=bool(user.bot),
        created=user.created,
        ratings=[_rating(ladder, rating_at(rating, now)) for ladder, rating in ratings.items()],
    )


@router.get("/people/{name}/games")
async def games(
    name: str,
    requester: OptionalPrincipal,
    services: CurrentServices,
    before: GameId | None = None,
) -> PlayedGamesOut:
    """A page of a user's finished games, newest start first.

    Private games are included only if the user requests their own games.
    """
    user = await _user(services, name, requester)
    private = _is_self(requester, user)
    page = await services.store.games.archive(user.id, PAGE_SIZE + 1, before or "", private=private)
    following = page[PAGE_SIZE - 1].terms.game if len(page) > PAGE_SIZE else None
    shown = [played_game(game, user.id) for game in page[:PAGE_SIZE]]
    return PlayedGamesOut(games=shown, next=following)


@router.get(
    "/people/{name}/games.qtn",
    response_class=Response,
    responses={200: {"content": {RECORD_TYPE: {}}}},
    dependencies=[rate_limit_by_client("archive")],
)
async def records(
    name: str, request: Request, requester: OptionalPrincipal, services: CurrentServices
) -> StreamingResponse:
    """All finished games of a user as one file of records; one file at a time."""
    user, client = await _user(services, name, requester), client_of(request, requester)
    if services.archives[client]:
        raise RequestError("too-many", "another archive is being sent; wait until it is complete")
    games = archive_text(services.store.games, user.id, private=_is_self(requester, user))
    text = counted(services.archives, client, games)
    return StreamingResponse(text, media_type=RECORD_TYPE, headers=attachment_headers("games.qtn"))


@router.get("/leaders")
async def leaders(
    services: CurrentServices,
    rules: Annotated[str, Query(max_length=200)] = "goff",
    pace: Pace = "live",
) -> LeadersOut:
    """The best players who have opted in."""
    if rules not in PRESETS:
        raise RequestError("bad-rules", f"there are leaderboards for {', '.join(PRESETS)}")
    best = await services.store.ratings.leaders(
        Ladder(rules, pace), MAX_LEADERS, PROVISIONAL_DEVIATION
    )
    shown = [
        LeaderOut(
            name=player.user.name,
            rating=round(player.rating.value),
            deviation=round(player.rating.deviation),
            games=player.rating.games,
        )
        for player in best
    ]
    return LeadersOut(rules=rules, pace=pace, leaders=shown)


async def _user(services: CurrentServices, name: str, requester: Principal | None) -> User:
    people = services.store.people
    if requester and name == f"@{requester.user.id}":
        return requester.user  # a guest may not be stored yet
    by_id = name.startswith("@") and is_user_id(name[1:])
    user = await (people.user(name[1:]) if by_id else people.user_by_name_key(name_key(name)))
    if user is None:
        raise RequestError("not-found", "no user has this name")
    return user


def _is_self(requester: Principal | None, user: User) -> bool:
    return requester is not None and requester.user.id == user.id


def _rating(ladder: Ladder, rating: Rating) -> RatingOut:
    return RatingOut(
        rules=ladder.rules,
        pace=ladder.pace,
        rating=round(rating.value),
        deviation=round(rating.deviation),
        games=rating.games,
        provisional=is_provisional(rating),
    )
