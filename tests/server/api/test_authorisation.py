"""Authorisation: every route of the API, requested in every role."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import time
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from qttt.server.api.error_responses import SAFE_METHODS
from qttt.server.errors import StoreUnavailable
from qttt.server.store.database import Database
from tests.server.api.conftest import PASSWORD, Browser, Site

ROLES = ("anonymous", "guest", "account", "bot", "owner", "player")
"""The owner has created the requested object; the player is the owner's opponent. The others are
not involved: no session, a guest, another account and a bot of another account."""

OK, CREATED, NO_CONTENT = 200, 201, 204
NO_SESSION, FORBIDDEN, NOT_FOUND, CONFLICT, INVALID = 401, 403, 404, 409, 422


def all_roles(status: int, **others: int) -> Mapping[str, int]:
    return {role: others.get(role, status) for role in ROLES}


SEEK = {"clock": "300+5"}
LOGIN = {"name": "Owner", "password": "a wrong one"}
PROOF = {"password": "a wrong one"}
NEW = {"name": "Somebody", "password": PASSWORD}
CHOICE = {"kind": "choice", "text": "Where?", "options": ["here", "there"]}
DUE = int(time() * 1000) + 86_400_000
HOMEWORK = {"tasks": ["a task"], "pupils": ["1"], "due": DUE}
MOVE = {"id": "move-1", "at": 0, "kind": "resign"}
PEOPLE_ONLY = all_roles(FORBIDDEN, anonymous=NO_SESSION)
TEACHER_ONLY = {**PEOPLE_ONLY, "owner": OK}

# For each route: its body, and the status for each role. Status 422 means authorised.
TABLE: Mapping[tuple[str, str], tuple[object, Mapping[str, int]]] = {
    ("GET", "/session"): (None, all_roles(OK, anonymous=NO_CONTENT)),
    ("POST", "/session"): ({}, all_roles(OK)),
    ("DELETE", "/session"): (None, all_roles(NO_CONTENT, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("POST", "/account"): (NEW, {**PEOPLE_ONLY, "guest": CREATED}),
    ("POST", "/account/listed"): (
        {"listed": False},
        all_roles(NO_CONTENT, anonymous=NO_SESSION, guest=FORBIDDEN, bot=FORBIDDEN),
    ),
    ("POST", "/login"): (LOGIN, all_roles(FORBIDDEN)),
    ("GET", "/account"): (None, all_roles(OK, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("GET", "/account/progress"): (
        None,
        all_roles(OK, anonymous=NO_SESSION, guest=FORBIDDEN, bot=FORBIDDEN),
    ),
    ("POST", "/account/progress"): (
        {},
        all_roles(OK, anonymous=NO_SESSION, guest=FORBIDDEN, bot=FORBIDDEN),
    ),
    ("POST", "/account/codes"): (PROOF, PEOPLE_ONLY),
    ("POST", "/account/delete"): (PROOF, PEOPLE_ONLY),
    ("POST", "/password"): ({"old": "wrong one", "new": "also wrong"}, PEOPLE_ONLY),
    ("POST", "/password/drop"): (PROOF, PEOPLE_ONLY),
    ("POST", "/recover"): ({**LOGIN, "code": "0000"}, all_roles(FORBIDDEN)),
    ("POST", "/passkeys"): (
        {"label": "x", "credential": {}},
        all_roles(INVALID, anonymous=NO_SESSION, bot=FORBIDDEN),
    ),
    ("POST", "/passkeys/challenge"): ({}, all_roles(FORBIDDEN)),  # the host is an IP address
    ("POST", "/passkeys/offer"): (PROOF, PEOPLE_ONLY),
    ("POST", "/passkeys/{passkey}/drop"): (PROOF, PEOPLE_ONLY),
    ("POST", "/login/passkey"): ({"credential": {}}, all_roles(FORBIDDEN)),
    ("GET", "/tokens"): (None, all_roles(OK, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("POST", "/tokens"): (
        {"label": "x"},
        all_roles(CREATED, anonymous=NO_SESSION, guest=FORBIDDEN, bot=FORBIDDEN),
    ),
    ("DELETE", "/tokens/{token}"): (
        None,
        all_roles(NOT_FOUND, anonymous=NO_SESSION, bot=FORBIDDEN, owner=NO_CONTENT),
    ),
    ("GET", "/lobby"): (None, all_roles(OK)),
    ("GET", "/nearby"): (None, all_roles(OK)),
    ("GET", "/live"): (None, all_roles(OK)),
    ("POST", "/seeks"): ({"clock": "60+0"}, all_roles(CREATED, anonymous=NO_SESSION)),
    ("GET", "/seeks"): (None, all_roles(OK, anonymous=NO_SESSION)),
    ("PUT", "/seeks/{seek}"): ({}, all_roles(NOT_FOUND, anonymous=NO_SESSION, owner=OK)),
    ("DELETE", "/seeks/{seek}"): (
        None,
        all_roles(NOT_FOUND, anonymous=NO_SESSION, owner=NO_CONTENT),
    ),
    ("POST", "/challenges"): (SEEK, all_roles(CREATED, anonymous=NO_SESSION)),
    ("GET", "/challenges/{code}"): (None, all_roles(OK)),
    ("GET", "/challenges/{code}/qr.svg"): (None, all_roles(OK)),
    ("POST", "/challenges/{code}/accept"): (
        {},
        all_roles(OK, anonymous=NO_SESSION, owner=FORBIDDEN),
    ),
    ("DELETE", "/challenges/{code}"): (
        None,
        all_roles(NOT_FOUND, anonymous=NO_SESSION, owner=NO_CONTENT),
    ),
    ("GET", "/games"): (None, all_roles(OK, anonymous=NO_SESSION)),
    ("POST", "/games"): ({"level": "easy"}, all_roles(CREATED, anonymous=NO_SESSION)),
    ("GET", "/games/{game}"): (None, all_roles(OK)),
    ("GET", "/games/{game}.qtn"): (None, all_roles(OK)),
    ("POST", "/games/{game}/seen"): (
        {"version": 1},
        all_roles(NO_CONTENT, anonymous=NO_SESSION, bot=FORBIDDEN),
    ),
    ("GET", "/push"): (None, all_roles(OK)),
    ("PUT", "/push"): (
        {"endpoint": "https://evil.example/", "p256dh": "", "auth": ""},
        all_roles(INVALID, anonymous=NO_SESSION, bot=FORBIDDEN),
    ),
    ("DELETE", "/push"): (None, all_roles(NO_CONTENT, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("GET", "/people/{name}"): (None, all_roles(OK)),
    ("GET", "/people/{name}/games"): (None, all_roles(OK)),
    ("GET", "/people/{name}/games.qtn"): (None, all_roles(OK)),
    ("GET", "/leaders"): (None, all_roles(OK)),
    ("POST", "/rooms"): ({}, all_roles(CREATED, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("GET", "/rooms"): (None, all_roles(OK, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("GET", "/rooms/{code}"): (None, all_roles(OK)),
    ("GET", "/rooms/{code}/qr.svg"): (None, all_roles(OK)),
    ("GET", "/rooms/{code}/results"): (None, TEACHER_ONLY),
    ("PATCH", "/rooms/{code}"): ({"keep": 7}, TEACHER_ONLY),
    ("DELETE", "/rooms/{code}"): (None, {**TEACHER_ONLY, "owner": CONFLICT}),
    ("POST", "/rooms/{code}/join"): (
        {"nickname": "Zoe"},
        all_roles(OK, anonymous=NO_SESSION, bot=FORBIDDEN),
    ),
    ("POST", "/rooms/{code}/leave"): ({}, {**PEOPLE_ONLY, "player": OK}),
    ("PATCH", "/rooms/{code}/members/{number}"): ({"nickname": "Zoe"}, TEACHER_ONLY),
    ("DELETE", "/rooms/{code}/members/{number}"): (None, TEACHER_ONLY),
    ("POST", "/rooms/{code}/start"): ({}, {**TEACHER_ONLY, "owner": CONFLICT}),
    ("POST", "/rooms/{code}/next"): ({"round": 0}, {**TEACHER_ONLY, "owner": CONFLICT}),
    ("POST", "/rooms/{code}/lock"): ({"locked": False}, TEACHER_ONLY),
    ("POST", "/rooms/{code}/remove"): ({"after": 64}, TEACHER_ONLY),
    ("POST", "/rooms/{code}/pause"): ({"paused": True}, {**TEACHER_ONLY, "owner": CONFLICT}),
    ("POST", "/rooms/{code}/end"): ({}, TEACHER_ONLY),
    ("POST", "/rooms/{code}/polls"): (CHOICE, {**TEACHER_ONLY, "owner": CREATED}),
    ("PATCH", "/rooms/{code}/polls/{poll}"): ({"step": "show"}, TEACHER_ONLY),
    ("PUT", "/rooms/{code}/polls/{poll}/answer"): (
        {"round": 1, "answer": "2"},
        {**PEOPLE_ONLY, "player": OK},
    ),
    ("POST", "/homework"): (
        HOMEWORK,
        all_roles(CREATED, anonymous=NO_SESSION, bot=FORBIDDEN),
    ),
    ("GET", "/homework"): (None, all_roles(OK, anonymous=NO_SESSION, bot=FORBIDDEN)),
    ("GET", "/homework/{code}"): (None, TEACHER_ONLY),
    ("PATCH", "/homework/{code}"): ({"due": DUE}, TEACHER_ONLY),
    ("DELETE", "/homework/{code}"): (None, {**TEACHER_ONLY, "owner": NO_CONTENT}),
    ("GET", "/homework/{code}/pupils/{number}/qr.svg"): (None, TEACHER_ONLY),
    ("DELETE", "/homework/{code}/pupils/{number}"): (
        None,
        {**TEACHER_ONLY, "owner": NO_CONTENT},
    ),
    # The personal code decides, and not who is logged in.
    ("POST", "/homework/{code}/tries"): ({"key": "AAAAAA"}, all_roles(FORBIDDEN)),
    ("POST", "/bot/games/{game}"): (MOVE, all_roles(FORBIDDEN, anonymous=NO_SESSION)),
    # Allowed requests get an endless stream, which test_bots tests.
    ("GET", "/bot/events"): (None, {**PEOPLE_ONLY, "bot": 0}),
    ("GET", "/bot/games/{game}"): (None, {**PEOPLE_ONLY, "bot": 0}),
}


async def client_in(site: Site, role: str, number: int) -> Browser:
    """Return a new client in that role."""
    if role == "anonymous":
        return await site.unauthenticated()
    if role == "guest":
        return await site.guest()
    account = await site.quick_account(f"{role} {number}")
    return await site.bot(account) if role == "bot" else account


async def filled_in(path: str, number: int, owner: Browser, player: Browser) -> str:
    """Fill in a path template with ids of objects that the owner has just created."""
    names = {"name": f"owner {number}", "passkey": "0123456789abcdef"}
    if path.startswith("/rooms/"):
        names["code"] = (await owner.post("rooms", {}, 201))["room"]
        joined = await player.post(f"rooms/{names['code']}/join", {"nickname": "Player"})
        names["number"] = str(joined["you"])
    elif path.startswith("/homework/"):
        names["code"] = (await owner.post("homework", HOMEWORK, 201))["homework"]
        names["number"] = "1"
    elif "{code}" in path or "{game}" in path:
        names["code"] = (await owner.post("challenges", SEEK, 201))["code"]
    if "{poll}" in path:
        asked = await owner.post(f"rooms/{names['code']}/polls", CHOICE, 201)
        names["poll"] = str(asked["poll"]["number"])
    if "{game}" in path:
        names["game"] = (await player.post(f"challenges/{names['code']}/accept"))["game"]
    if "{seek}" in path:
        names["seek"] = (await owner.post("seeks", {"clock": f"300+{number}"}, 201))["seek"]
    if "{token}" in path:
        names["token"] = (await owner.post("tokens", {"label": "mine"}, 201))["id"]
    return path.format(**names)


async def prepared(site: Site, role: str, number: int, path: str) -> tuple[Browser, str]:
    """Return a new client in that role, and the path with ids of new objects."""
    involved = ("owner", "player") if "{" in path else ()
    known = {each: await client_in(site, each, number) for each in involved}
    browser = known.get(role) or await client_in(site, role, number)
    return browser, await filled_in(path, number, **known) if known else path


def test_the_table_has_every_route(site: Site) -> None:
    described = site.api.openapi()["paths"]
    routes = {(method.upper(), path) for path, each in described.items() for method in each}
    assert routes == TABLE.keys()


@pytest.mark.parametrize("role", ROLES)
async def test_each_role_has_exactly_its_rights(site: Site, role: str) -> None:
    """Each route is tested with new users and objects, so that tests are independent."""
    site.disable_limits()
    for number, ((method, path), (body, statuses)) in enumerate(TABLE.items()):
        if not statuses[role]:
            continue
        browser, address = await prepared(site, role, number, path)
        answer = await browser.request(method, f"/api{address}", json=body)
        assert answer.status_code == statuses[role], (role, method, path, answer.text)
        if answer.status_code >= 400:
            assert answer.json().keys() == {"error", "message"}


async def test_no_answer_denies_a_change_that_was_stored(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In each route that changes anything, the store answers too late."""
    site.disable_limits()
    run, unconfirmed = Database._run, 0

    async def run_and_fail(
        self: Database,
        threads: ThreadPoolExecutor,
        engine: Engine,
        work: Callable[[Connection], Any],
    ) -> Any:
        result = await run(self, threads, engine, work)
        if engine is self.writer:
            raise StoreUnavailable("no answer within 15 s")
        return result

    for number, ((method, path), (body, statuses)) in enumerate(TABLE.items()):
        roles = [role for role in ROLES if statuses[role] // 100 == 2]
        if method in SAFE_METHODS or not roles:
            continue
        browser, address = await prepared(site, roles[0], number, path)
        with monkeypatch.context() as patch:
            patch.setattr(Database, "_run", run_and_fail)
            answer = await browser.request(method, f"/api{address}", json=body)
        if answer.status_code != 503:
            assert answer.status_code == statuses[roles[0]], (method, path, answer.text)
            continue
        unconfirmed += 1
        assert answer.json() == {
            "error": "unavailable",
            "message": "the store is unavailable; it is unknown whether this was stored: look "
            "before you repeat it",
        }
    assert unconfirmed > 20
