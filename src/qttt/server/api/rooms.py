"""Routes of class rooms: their creator is the teacher, others join and watch with the code."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Concatenate, ParamSpec

from fastapi import APIRouter, Depends, Request, Response

from qttt.server.codes import parse_room_code, qr_svg
from qttt.server.headers import chosen_language
from qttt.server.people.people import Principal
from qttt.server.protocol.requests import (
    KeepIn,
    LockIn,
    NextIn,
    NicknameIn,
    NothingIn,
    PauseIn,
    RemoveIn,
    RoomIn,
)
from qttt.server.protocol.responses import MemberOut, RoomGameOut, RoomOut, RoomResultsOut, RoomsOut
from qttt.server.rooms import commands
from qttt.server.rooms.nicknames import parse_nickname
from qttt.server.rooms.standings import standings
from qttt.server.store.polls import Poll
from qttt.server.store.rooms import Room

from .dependencies import (
    CurrentServices,
    HumanPrincipal,
    HumanVisitor,
    OptionalPrincipal,
    client_address,
    limit_guesses,
    rate_limit_by_user,
)
from .origins import app_url
from .room_models import Number, answers_out, poll_out

P = ParamSpec("P")

router = APIRouter(prefix="/rooms", tags=["class rooms"])


async def room_of(
    code: str, services: CurrentServices, request: Request, principal: OptionalPrincipal
) -> Room:
    """Return the room with that code; wrong codes are rate-limited.

    The limit does not concern the teacher, members, and who is where one of these has been within
    the last hour: a class is not stopped by one who guesses among them.
    """
    limiter, here = services.rate_limiter, client_address(request)
    known = parse_room_code(code) or ""
    if await limiter.is_marked("class-here", f"{known} {here}"):
        return await services.rooms.room(known)
    user = principal.user.id if principal and principal.is_stored else ""
    room = await services.rooms.find(known)
    if room and user and (room.teacher == user or _is_present(room, user)):
        await limiter.mark("class-here", f"{known} {here}")
        await limiter.mark("class-here", here)
        return room
    async with limit_guesses(request, services, principal, known, {"gone"}):
        return room or await services.rooms.room(known)


def _is_present(room: Room, user: str) -> bool:
    member = room.member_of(user)
    return member is not None and member.presence != "removed"


CurrentRoom = Annotated[Room, Depends(room_of)]


@dataclass(frozen=True)
class RoomContext:
    """A request of a user for an existing room."""

    principal: HumanVisitor
    room: CurrentRoom
    services: CurrentServices
    request: Request

    async def apply(
        self,
        operation: Callable[Concatenate[Principal, str, P], Awaitable[Room]],
        *args: P.args,
        **options: P.kwargs,
    ) -> RoomOut:
        """Apply an operation of ``rooms``, and return the room as the requester sees it."""
        room = await operation(self.principal, self.room.code, *args, **options)
        return room_out(room, await self.services.polls.current(room), self.principal, self.request)

    async def teach(self, change: Callable[[Room], Room]) -> RoomOut:
        """Apply a change by the teacher, and return the room."""
        return await self.apply(self.services.rooms.teach, change)

    async def current(self) -> RoomOut:
        """Return the room with its current poll as the requester sees it."""
        return await self.apply(lambda _, code: self.services.rooms.room(code))


CurrentRoomContext = Annotated[RoomContext, Depends()]


@router.post("", status_code=201, dependencies=[rate_limit_by_user("room")])
async def open_room(
    body: RoomIn, principal: HumanPrincipal, services: CurrentServices, request: Request
) -> RoomOut:
    """Create a class room, with the user as its teacher."""
    accepted = request.headers.get("Accept-Language", "")
    new = await services.rooms.open(
        principal,
        body.title,
        body.kind,
        body.rules,
        body.clock,
        keep_days=body.keep,
        language=chosen_language(body.language, accepted),
    )
    return room_out(new, None, principal, request)


@router.get("")
async def own_rooms(
    principal: HumanPrincipal, services: CurrentServices, request: Request
) -> RoomsOut:
    """The user's own rooms that are not over."""
    rooms = services.rooms
    own = await rooms.list_for(principal)
    return RoomsOut(
        rooms=[room_out(own_room, None, principal, request) for own_room in own],
        keep=rooms.default_days,
        longest=rooms.max_days,
    )


@router.get("/{code}")
async def show_room(
    principal: OptionalPrincipal, room: CurrentRoom, services: CurrentServices, request: Request
) -> RoomOut:
    """The state of a room; its code suffices."""
    return room_out(room, await services.polls.current(room), principal, request)


@router.get(
    "/{code}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(room: CurrentRoom, request: Request) -> Response:
    """The room's link as a QR code."""
    picture = qr_svg(_url(room, request))
    return Response(picture, media_type="image/svg+xml")


# --- members -------------------------------------------------------------------------------------


@router.post("/{code}/join")
async def join(body: NicknameIn, context: CurrentRoomContext) -> RoomOut:
    """Join with a nickname or an automatic one, or rejoin as the same member, at any time.

    A guest is stored only if the room admits them.
    """
    services, principal = context.services, context.principal
    limiter = services.rate_limiter
    if principal.is_stored:
        await limiter.hit("join", principal.user.id)
    else:
        services.rooms.check_can_join(principal, context.room, body.nickname)
        await limiter.hit("arrival", context.room.code)
        context = replace(context, principal=await services.people.admit(principal))
    return await context.apply(services.rooms.join, body.nickname)


@router.post("/{code}/leave")
async def leave(body: NothingIn, context: CurrentRoomContext) -> RoomOut:
    """Stop being paired; a current game can be finished."""
    return await context.apply(context.services.rooms.leave)


@router.patch("/{code}/members/{number}")
async def rename(number: Number, body: NicknameIn, context: CurrentRoomContext) -> RoomOut:
    """Change a member's nickname; teacher only."""
    name = parse_nickname(body.nickname)
    return await context.teach(lambda room: commands.rename(room, number, name))


@router.delete("/{code}/members/{number}")
async def remove(number: Number, context: CurrentRoomContext) -> RoomOut:
    """Remove a member permanently; teacher only."""
    return await context.teach(lambda room: commands.remove(room, number))


@router.post("/{code}/remove")
async def remove_after(body: RemoveIn, context: CurrentRoomContext) -> RoomOut:
    """Remove all members who came after one, permanently; teacher only."""
    return await context.teach(lambda room: commands.remove_after(room, body.after))


# --- operations of the teacher -------------------------------------------------------------------


@router.post("/{code}/start")
async def start(body: NothingIn, context: CurrentRoomContext) -> RoomOut:
    """Start the first games."""
    now = context.services.clock()
    return await context.teach(lambda room: commands.start(room, now))


@router.post("/{code}/next")
async def next_round(body: NextIn, context: CurrentRoomContext) -> RoomOut:
    """Start the next round of a round robin, unless it has started."""
    return await context.teach(
        lambda room: commands.start_next_round(room, body.round, calls_off=body.off)
    )


@router.post("/{code}/pause")
async def pause(body: PauseIn, context: CurrentRoomContext) -> RoomOut:
    """Stop or resume pairing in an arena."""
    return await context.teach(lambda room: commands.pause(room, is_paused=body.paused))


@router.post("/{code}/lock")
async def lock(body: LockIn, context: CurrentRoomContext) -> RoomOut:
    """Lock or unlock the room; teacher only."""
    return await context.teach(lambda room: commands.lock(room, is_locked=body.locked))


@router.post("/{code}/end")
async def end(body: NothingIn, context: CurrentRoomContext) -> RoomOut:
    """Close the room; current games are called off."""
    return await context.teach(commands.end)


@router.patch("/{code}")
async def keep(body: KeepIn, context: CurrentRoomContext) -> RoomOut:
    """Change for how many days a room is kept; teacher only."""
    return await context.apply(context.services.rooms.keep, body.keep)


@router.get("/{code}/results")
async def results(context: CurrentRoomContext) -> RoomResultsOut:
    """All polls and answers of the room, and the games of its members; teacher only."""
    asked = await context.services.polls.all_of(context.principal, context.room)
    return RoomResultsOut(
        room=room_out(context.room, None, context.principal, context.request),
        polls=[poll_out(poll, context.room, context.principal) for poll in asked],
        answers=[answer for poll in asked for answer in answers_out(poll)],
    )


@router.delete("/{code}", status_code=204)
async def delete(context: CurrentRoomContext) -> None:
    """Delete a room that is over, with polls, answers and games between guests; teacher only."""
    await context.services.rooms.delete(context.principal, context.room.code)


# --- output --------------------------------------------------------------------------------------


def room_out(
    room: Room, poll: Poll | None, principal: Principal | None, request: Request
) -> RoomOut:
    """Return the room as the requester sees it, without its members' user ids."""
    own = room.member_of(principal.user.id) if principal else None
    return RoomOut(
        room=room.code,
        title=room.title,
        kind=room.kind,
        rules=room.rules,
        clock=room.clock,
        created=room.created,
        expires=room.expires,
        stage=room.stage,
        paused=room.is_paused,
        locked=room.is_locked,
        round=room.round,
        rounds=commands.planned_rounds(room),
        url=_url(room, request),
        mine=principal is not None and principal.user.id == room.teacher,
        you=own.number if own else None,
        members=[
            MemberOut(**asdict(member), missing=commands.must_confirm_presence(room, member))
            for member in room.members
        ],
        games=[
            RoomGameOut(**{**asdict(game), "result": game.result or None, "off": game.is_off})
            for game in room.games
        ],
        standings=standings(room),
        poll=poll_out(poll, room, principal) if poll else None,
    )


def _url(room: Room, request: Request) -> str:
    return app_url(request, f"room/{room.code}")
