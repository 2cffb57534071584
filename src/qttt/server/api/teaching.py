"""Class rooms: who opens one teaches there, who has its code can join and watch."""

from dataclasses import asdict

from fastapi import APIRouter, Depends, Request, Response

from qttt.server.lobby import qr_svg
from qttt.server.people import Person
from qttt.server.rooms import RoomError, is_missing, planned, read_code, standings
from qttt.server.store import Room

from .links import link
from .models import NothingIn
from .room_models import (
    MemberOut,
    NextIn,
    NicknameIn,
    Number,
    PauseIn,
    RoomGameOut,
    RoomIn,
    RoomOut,
    RoomsOut,
    StandingOut,
)
from .service import Anybody, Oneself, Served, Service, address_of, limited_by_user

router = APIRouter(prefix="/rooms", tags=["class rooms"])


@router.post("", status_code=201, dependencies=[Depends(limited_by_user("room"))])
async def open_room(said: RoomIn, person: Oneself, service: Served, request: Request) -> RoomOut:
    """A new class room, of which you are the teacher."""
    made = await service.rooms.open(person, said.title, said.kind, said.rules, said.clock)
    return shown(made, person, request)


@router.get("")
async def own_rooms(person: Oneself, service: Served, request: Request) -> RoomsOut:
    """The rooms in which you teach that are not over."""
    return RoomsOut(rooms=[shown(each, person, request) for each in await service.rooms.of(person)])


@router.get("/{code}")
async def room(code: str, person: Anybody, service: Served, request: Request) -> RoomOut:
    """How the room stands; whoever has its code may see it."""
    return shown(await _room(service, request, code), person, request)


@router.get(
    "/{code}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(code: str, service: Served, request: Request) -> Response:
    """The room's link as a picture for the cameras of phones."""
    found = await _room(service, request, code)
    picture = qr_svg(link(request, f"room/{found.code}"))
    return Response(picture, media_type="image/svg+xml")


# --- members -------------------------------------------------------------------------------------


@router.post("/{code}/join", dependencies=[Depends(limited_by_user("join"))])
async def join(
    code: str, said: NicknameIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Come in under a nickname, or again in the seat that you have; late comers too."""
    found = await _room(service, request, code)
    return shown(await service.rooms.join(person, found.code, said.nickname), person, request)


@router.post("/{code}/leave")
async def leave(
    code: str, said: NothingIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Be paired no more; a game that goes on can be played to its end."""
    found = await _room(service, request, code)
    return shown(await service.rooms.leave(person, found.code), person, request)


@router.patch("/{code}/members/{number}")
async def rename(
    code: str, number: Number, said: NicknameIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Call a member otherwise; for the teacher."""
    found = await _room(service, request, code)
    renamed = await service.rooms.rename(person, found.code, number, said.nickname)
    return shown(renamed, person, request)


@router.delete("/{code}/members/{number}")
async def remove(
    code: str, number: Number, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Take a member out for good; for the teacher."""
    found = await _room(service, request, code)
    return shown(await service.rooms.remove(person, found.code, number), person, request)


# --- the teacher's deeds -------------------------------------------------------------------------


@router.post("/{code}/start")
async def start(
    code: str, said: NothingIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Begin the first games."""
    found = await _room(service, request, code)
    return shown(await service.rooms.start(person, found.code), person, request)


@router.post("/{code}/next")
async def next_round(
    code: str, said: NextIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Begin the next round of a round robin."""
    found = await _room(service, request, code)
    begun = await service.rooms.go_on(person, found.code, calls_off=said.off)
    return shown(begun, person, request)


@router.post("/{code}/pause")
async def pause(
    code: str, said: PauseIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """Begin no more games in an arena, or do so again."""
    found = await _room(service, request, code)
    after = await service.rooms.pause(person, found.code, is_paused=said.paused)
    return shown(after, person, request)


@router.post("/{code}/end")
async def end(
    code: str, said: NothingIn, person: Oneself, service: Served, request: Request
) -> RoomOut:
    """End the room; games that go on are called off."""
    found = await _room(service, request, code)
    return shown(await service.rooms.end(person, found.code), person, request)


# --- inside --------------------------------------------------------------------------------------


async def _room(service: Service, request: Request, text: str) -> Room:
    """The room of that code. Wrong codes are counted, so that nobody guesses one."""
    address = address_of(request)
    await service.rates.check("guess", address)
    try:
        return await service.rooms.room(read_code(text) or "")
    except RoomError:
        await service.rates.count("guess", address)
        raise


def shown(room: Room, person: Person | None, request: Request) -> RoomOut:
    """The room as that person may see it: without the users that its members are."""
    own = room.member_of(person.user.id) if person else None
    return RoomOut(
        room=room.code,
        title=room.title,
        kind=room.kind,
        rules=room.rules,
        clock=room.clock,
        created=room.created,
        stage=room.stage,
        paused=room.is_paused,
        round=room.round,
        rounds=planned(room),
        url=link(request, f"room/{room.code}"),
        mine=person is not None and person.user.id == room.teacher,
        you=own.number if own else None,
        members=[
            MemberOut(
                number=each.number,
                name=each.name,
                presence=each.presence,
                missing=is_missing(room, each),
            )
            for each in room.members
        ],
        games=[
            RoomGameOut(
                game=each.game,
                round=each.round,
                x=each.x,
                o=each.o,
                result=each.result or None,
                off=each.is_off,
            )
            for each in room.games
        ],
        standings=[StandingOut(**asdict(each)) for each in standings(room)],
    )
