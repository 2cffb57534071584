"""Routes of homework: a teacher sets it, pupils hand in with a personal code and no account."""

from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response

from qttt.server.codes import parse_room_code, qr_svg
from qttt.server.protocol.requests import (
    HandInIn,
    HomeworkIn,
    ScheduleIn,
)
from qttt.server.protocol.responses import (
    HandedInOut,
    HomeworkListOut,
    HomeworkOut,
    HomeworkPupilOut,
    HomeworkResultsOut,
)
from qttt.server.protocol.shared import HomeworkTry
from qttt.server.store.homework import Homework

from .dependencies import (
    CurrentServices,
    HumanPrincipal,
    OptionalPrincipal,
    client_address,
    limit_guesses,
    rate_limit_by_user,
)
from .origins import app_url
from .room_models import Number

router = APIRouter(prefix="/homework", tags=["homework"])


@router.post("", status_code=201, dependencies=[rate_limit_by_user("homework")])
async def set_homework(
    body: HomeworkIn, principal: HumanPrincipal, services: CurrentServices, request: Request
) -> HomeworkOut:
    """Set homework, with the user as its teacher."""
    new = await services.homework.set(
        principal, body.title, body.tasks, body.pupils, body.due, body.keep
    )
    return HomeworkOut(**_fields(new, request))


@router.get("")
async def own_homework(
    principal: HumanPrincipal, services: CurrentServices, request: Request
) -> HomeworkListOut:
    """The user's own homework that is still kept."""
    own = await services.homework.list_for(principal)
    return HomeworkListOut(homework=[HomeworkOut(**_fields(homework, request)) for homework in own])


@router.get("/{code}")
async def homework_results(
    code: str, principal: HumanPrincipal, services: CurrentServices, request: Request
) -> HomeworkResultsOut:
    """All pupils and answers of homework; teacher only."""
    homework = await services.homework.own(principal, code)
    pupils = await services.homework.pupils(homework)
    tries = await services.store.homework.tries(homework.code)
    both = [
        HomeworkPupilOut(**asdict(pupil), tries=tries.get(pupil.number, [])) for pupil in pupils
    ]
    return HomeworkResultsOut(**_fields(homework, request), pupils=both)


@router.patch("/{code}")
async def reschedule(
    code: str,
    body: ScheduleIn,
    principal: HumanPrincipal,
    services: CurrentServices,
    request: Request,
) -> HomeworkOut:
    """Change when homework is due and deleted; teacher only."""
    changed = await services.homework.reschedule(principal, code, body.due, body.keep)
    return HomeworkOut(**_fields(changed, request))


@router.delete("/{code}", status_code=204)
async def delete_homework(code: str, principal: HumanPrincipal, services: CurrentServices) -> None:
    """Delete homework with its pupils and answers; teacher only."""
    await services.homework.delete(principal, code)


@router.delete("/{code}/pupils/{number}", status_code=204)
async def delete_pupil(
    code: str, number: Number, principal: HumanPrincipal, services: CurrentServices
) -> None:
    """Delete a pupil with all answers; teacher only."""
    await services.homework.delete_pupil(principal, code, number)


@router.get(
    "/{code}/pupils/{number}/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def pupil_qr(
    code: str,
    number: Number,
    principal: HumanPrincipal,
    services: CurrentServices,
    request: Request,
) -> Response:
    """The link of a pupil, which contains the personal code, as a QR code; teacher only."""
    homework = await services.homework.own(principal, code)
    pupil = await services.homework.pupil(homework, number)
    picture = qr_svg(f"{_url(homework, request)}/{pupil.key}")
    return Response(picture, media_type="image/svg+xml")


@router.post("/{code}/tries")
async def hand_in(
    code: str,
    body: HandInIn,
    services: CurrentServices,
    request: Request,
    principal: OptionalPrincipal,
) -> HandedInOut:
    """Store the answers that are not stored yet; the personal code suffices.

    Returns the homework and all stored answers of the pupil. Wrong codes are rate-limited.
    """
    limiter = services.rate_limiter
    pupil = f"{parse_room_code(code) or ''} {parse_room_code(body.key) or ''}"
    used_here = f"{pupil} {client_address(request)}"
    tries = [HomeworkTry(attempt.id, attempt.task, attempt.answer) for attempt in body.tries]
    limit: AbstractAsyncContextManager[None] = limit_guesses(
        request, services, principal, pupil, {"gone", "not-allowed"}
    )
    if await limiter.is_marked("key-here", used_here):
        limit = nullcontext()
    async with limit:
        await limiter.hit("hand-in", pupil)
        stored = await services.homework.hand_in(code, body.key, tries)
    await limiter.mark("key-here", used_here)
    own = _fields(stored.homework, request)
    return HandedInOut(**own, name=stored.pupil.name, tries=list(stored.tries))


def _fields(homework: Homework, request: Request) -> dict[str, Any]:
    return {**asdict(homework), "homework": homework.code, "url": _url(homework, request)}


def _url(homework: Homework, request: Request) -> str:
    return app_url(request, f"#homework/{homework.code}")
