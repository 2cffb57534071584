"""Every route of the API, asked by everybody there can be."""

from collections.abc import Mapping

import pytest

from tests.server.api.conftest import PASSWORD, Browser, Site

ROLES = ("nobody", "guest", "account", "bot", "owner", "player")
"""The owner has made what is asked about; the player is the owner's opponent. The others are none
of these, and so spectators: a stranger, a guest, another account and another account's program."""

OK, MADE, DONE = 200, 201, 204
NOBODY, NOT_ALLOWED, NOTHING, NOT_NOW, BAD = 401, 403, 404, 409, 422


def everybody(status: int, **others: int) -> Mapping[str, int]:
    return {role: others.get(role, status) for role in ROLES}


SEEK = {"clock": "300+5"}
LOGIN = {"name": "Owner", "password": "a wrong one"}
PROOF = {"password": "a wrong one"}
NEW = {"name": "Somebody", "password": PASSWORD}
MOVE = {"id": "move-1", "at": 0, "kind": "resign"}
PEOPLE_ONLY = everybody(NOT_ALLOWED, nobody=NOBODY)
TEACHER_ONLY = {**PEOPLE_ONLY, "owner": OK}

# For each route: its body, and the status for each role. A 422 has passed the check of who asks.
TABLE: Mapping[tuple[str, str], tuple[object, Mapping[str, int]]] = {
    ("GET", "/session"): (None, everybody(OK, nobody=DONE)),
    ("POST", "/session"): ({}, everybody(OK)),
    ("DELETE", "/session"): (None, everybody(DONE, nobody=NOBODY, bot=NOT_ALLOWED)),
    ("POST", "/account"): (NEW, {**PEOPLE_ONLY, "guest": MADE}),
    ("POST", "/account/listed"): (
        {"listed": False},
        everybody(DONE, nobody=NOBODY, guest=NOT_ALLOWED, bot=NOT_ALLOWED),
    ),
    ("POST", "/login"): (LOGIN, everybody(NOT_ALLOWED)),
    ("GET", "/account"): (None, everybody(OK, nobody=NOBODY, bot=NOT_ALLOWED)),
    ("POST", "/account/codes"): (PROOF, PEOPLE_ONLY),
    ("POST", "/account/delete"): (PROOF, PEOPLE_ONLY),
    ("POST", "/password"): ({"old": "wrong one", "new": "also wrong"}, PEOPLE_ONLY),
    ("POST", "/password/drop"): (PROOF, PEOPLE_ONLY),
    ("POST", "/recover"): ({**LOGIN, "code": "0000"}, everybody(NOT_ALLOWED)),
    ("POST", "/passkeys"): (
        {"label": "x", "credential": {}},
        everybody(BAD, nobody=NOBODY, bot=NOT_ALLOWED),
    ),
    ("POST", "/passkeys/challenge"): ({}, everybody(NOT_ALLOWED)),  # the address is a number
    ("POST", "/passkeys/offer"): (PROOF, PEOPLE_ONLY),
    ("POST", "/passkeys/{passkey}/drop"): (PROOF, PEOPLE_ONLY),
    ("POST", "/login/passkey"): ({"credential": {}}, everybody(NOT_ALLOWED)),
    ("GET", "/tokens"): (None, everybody(OK, nobody=NOBODY, bot=NOT_ALLOWED)),
    ("POST", "/tokens"): (
        {"label": "x"},
        everybody(MADE, nobody=NOBODY, guest=NOT_ALLOWED, bot=NOT_ALLOWED),
    ),
    ("DELETE", "/tokens/{token}"): (
        None,
        everybody(NOTHING, nobody=NOBODY, bot=NOT_ALLOWED, owner=DONE),
    ),
    ("GET", "/lobby"): (None, everybody(OK)),
    ("GET", "/live"): (None, everybody(OK)),
    ("POST", "/seeks"): ({"clock": "60+0"}, everybody(MADE, nobody=NOBODY)),
    ("GET", "/seeks"): (None, everybody(OK, nobody=NOBODY)),
    ("PUT", "/seeks/{seek}"): ({}, everybody(NOTHING, nobody=NOBODY, owner=OK)),
    ("DELETE", "/seeks/{seek}"): (None, everybody(NOTHING, nobody=NOBODY, owner=DONE)),
    ("POST", "/challenges"): (SEEK, everybody(MADE, nobody=NOBODY)),
    ("GET", "/challenges/{code}"): (None, everybody(OK)),
    ("GET", "/challenges/{code}/qr.svg"): (None, everybody(OK)),
    ("POST", "/challenges/{code}/accept"): (
        {},
        everybody(OK, nobody=NOBODY, owner=NOT_ALLOWED),
    ),
    ("DELETE", "/challenges/{code}"): (None, everybody(NOTHING, nobody=NOBODY, owner=DONE)),
    ("GET", "/games"): (None, everybody(OK, nobody=NOBODY)),
    ("POST", "/games"): ({"level": "easy"}, everybody(MADE, nobody=NOBODY)),
    ("GET", "/games/{game}"): (None, everybody(OK)),
    ("GET", "/games/{game}.qtn"): (None, everybody(OK)),
    ("GET", "/people/{name}"): (None, everybody(OK)),
    ("GET", "/people/{name}/games"): (None, everybody(OK)),
    ("GET", "/people/{name}/games.qtn"): (None, everybody(OK)),
    ("GET", "/leaders"): (None, everybody(OK)),
    ("POST", "/rooms"): ({}, everybody(MADE, nobody=NOBODY, bot=NOT_ALLOWED)),
    ("GET", "/rooms"): (None, everybody(OK, nobody=NOBODY, bot=NOT_ALLOWED)),
    ("GET", "/rooms/{code}"): (None, everybody(OK)),
    ("GET", "/rooms/{code}/qr.svg"): (None, everybody(OK)),
    ("POST", "/rooms/{code}/join"): (
        {"nickname": "Zoe"},
        everybody(OK, nobody=NOBODY, bot=NOT_ALLOWED),
    ),
    ("POST", "/rooms/{code}/leave"): ({}, {**PEOPLE_ONLY, "player": OK}),
    ("PATCH", "/rooms/{code}/members/{number}"): ({"nickname": "Zoe"}, TEACHER_ONLY),
    ("DELETE", "/rooms/{code}/members/{number}"): (None, TEACHER_ONLY),
    ("POST", "/rooms/{code}/start"): ({}, {**TEACHER_ONLY, "owner": NOT_NOW}),
    ("POST", "/rooms/{code}/next"): ({}, {**TEACHER_ONLY, "owner": NOT_NOW}),
    ("POST", "/rooms/{code}/pause"): ({"paused": True}, {**TEACHER_ONLY, "owner": NOT_NOW}),
    ("POST", "/rooms/{code}/end"): ({}, TEACHER_ONLY),
    ("POST", "/bot/games/{game}"): (MOVE, everybody(NOT_ALLOWED, nobody=NOBODY)),
    # Whoever may gets a stream without an end; those are tried in test_bots.
    ("GET", "/bot/events"): (None, {**PEOPLE_ONLY, "bot": 0}),
    ("GET", "/bot/games/{game}"): (None, {**PEOPLE_ONLY, "bot": 0}),
}


async def somebody(site: Site, role: str, number: int) -> Browser:
    """One of that role, whom nobody has met before."""
    if role == "nobody":
        return await site.stranger()
    if role == "guest":
        return await site.guest()
    account = await site.quick_account(f"{role} {number}")
    return await site.bot(account) if role == "bot" else account


async def spelled(path: str, owner: Browser, player: Browser, number: int) -> str:
    """The path with the names of things that the owner has just made."""
    names = {"name": f"owner {number}", "passkey": "0123456789abcdef"}
    if path.startswith("/rooms/"):
        names["code"] = (await owner.post("rooms", {}, 201))["room"]
        joined = await player.post(f"rooms/{names['code']}/join", {"nickname": "Player"})
        names["number"] = str(joined["you"])
    elif "{code}" in path or "{game}" in path:
        names["code"] = (await owner.post("challenges", SEEK, 201))["code"]
    if "{game}" in path:
        names["game"] = (await player.post(f"challenges/{names['code']}/accept"))["game"]
    if "{seek}" in path:
        names["seek"] = (await owner.post("seeks", {"clock": f"300+{number}"}, 201))["seek"]
    if "{token}" in path:
        names["token"] = (await owner.post("tokens", {"label": "mine"}, 201))["id"]
    return path.format(**names)


def test_table_has_every_route(site: Site) -> None:
    described = site.api.openapi()["paths"]
    routes = {(method.upper(), path) for path, each in described.items() for method in each}
    assert routes == TABLE.keys()


@pytest.mark.parametrize("role", ROLES)
async def test_everybody_may_do_what_they_may_and_nothing_else(site: Site, role: str) -> None:
    """Each route with people and things of its own, so that no route changes another's answer."""
    site.count_nothing()
    for number, ((method, path), (body, statuses)) in enumerate(TABLE.items()):
        if not statuses[role]:
            continue
        owner, player = [await somebody(site, each, number) for each in ("owner", "player")]
        made = {"owner": owner, "player": player}
        browser = made.get(role) or await somebody(site, role, number)
        asked = await spelled(path, owner, player, number)
        answer = await browser.request(method, f"/api{asked}", json=body)
        assert answer.status_code == statuses[role], (role, method, path, answer.text)
        if answer.status_code >= 400:
            assert answer.json().keys() == {"error", "message"}
