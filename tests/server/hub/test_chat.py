"""The chat: players who have both opened it hear each other, and nobody else hears anything."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from qttt.server.games import Terms, Who
from qttt.server.hub import Publish

from .helpers import ANN, BOB, GAME, Table, terms

X, O, CARL, STRANGER = 1, 2, 3, 4  # noqa: E741  seats by their names
SAID = {"t": "chat", "game": GAME, "seat": "X", "text": "Hi!"}


def opened(*clients: int, game: Terms | None = None, **options: Any) -> Table:
    """All follow the game, and those clients open the chat."""
    table = Table(game, **{"chat": True, **options})
    for client in table.heard:
        table.say(client, t="watch", game=GAME, chat=client in clients)
    return table


def write(table: Table, client: int = X, text: str = "Hi!") -> dict[str, Any]:
    return table.say(client, t="chat", game=GAME, text=text)


def hearers(table: Table) -> list[int]:
    return [client for client, heard in table.heard.items() if SAID in heard]


def subsets() -> Iterator[tuple[int, ...]]:
    for chosen in product((False, True), repeat=4):
        yield tuple(client for client in (X, O, CARL, STRANGER) if chosen[client - 1])


@pytest.mark.parametrize("clients", list(subsets()), ids=str)
@pytest.mark.parametrize("writer", [X, O, CARL, STRANGER])
def test_who_hears_whom(writer: int, clients: tuple[int, ...]) -> None:
    """Every role that writes, and everybody who may have opened the chat, or have tried to."""
    table = opened(*clients)
    before = {client: len(heard) for client, heard in table.heard.items()}
    answer = write(table, writer)
    news = {client: heard[before[client] :] for client, heard in table.heard.items()}
    if writer in (X, O) and {X, O} <= set(clients):
        said = {**SAID, "seat": "X" if writer == X else "O"}
        assert news == {X: [said], O: [said], CARL: [], STRANGER: []}
        assert len(table.published("chat")) == 1
    else:
        assert answer["code"] == ("chat-closed" if writer in (X, O) else "not-seated")
        assert news == {client: [answer] if client == writer else [] for client in news}
        assert table.published("chat") == []


@pytest.mark.parametrize(
    ("game", "offers", "why"),
    [
        (terms(), False, "there is no chat on this server"),
        (replace(terms(), room="K7MQ2X"), True, "nobody talks in the games of a class room"),
        (terms(o=Who("", "Easy", "easy")), True, "there is no chat with computers and programs"),
        (terms(o=replace(BOB, bot=True)), True, "there is no chat with computers and programs"),
        (terms(x=replace(ANN, bot=True)), True, "there is no chat with computers and programs"),
    ],
    ids=("server", "room", "level", "program", "own program"),
)
def test_where_there_is_no_chat(game: Terms, offers: bool, why: str) -> None:
    table = opened(X, O, game=game, chat=offers)
    answer = write(table)
    assert (answer["code"], answer["message"]) == ("not-allowed", why)
    assert table.say(X, t="watch", game=GAME, chat=True)["chat"] is None
    table.tick(1_000)
    assert all("chat" not in m for m in table.heard[X] if m["t"] == "presence")
    assert hearers(table) == []


def test_a_server_has_none_unless_it_is_told_to() -> None:
    table = Table().follow()
    assert table.heard[X][-1]["chat"] is None


def test_who_is_refused_is_told_why() -> None:
    table = opened(X)
    assert write(table)["message"] == "the other player has not opened the chat"
    assert write(table, O)["message"] == "open the chat before you write: watch with chat"
    assert write(table, CARL)["message"] == "only players can say something here"


def test_who_has_opened_it_is_told_to_those_who_have() -> None:
    table = opened(X, CARL)
    assert table.heard[X][-1]["chat"] == ["X"]
    assert table.heard[O][-1]["chat"] == []
    assert [table.heard[client][-1]["chat"] for client in (CARL, STRANGER)] == [None, None]
    table.tick(1_000)
    table.say(O, t="watch", game=GAME, chat=True)
    table.tick(1_000)
    assert [table.heard[client][-1]["chat"] for client in (X, O)] == [["O", "X"]] * 2
    assert "chat" not in table.heard[CARL][-1]
    table.do(table.hub.disconnect(O, table.now))
    table.tick(1_000)
    assert table.heard[X][-1]["chat"] == ["X"]


def test_it_is_closed_at_once() -> None:
    table = opened(X, O)
    table.say(O, t="watch", game=GAME)
    assert write(table)["code"] == "chat-closed"
    table.say(O, t="watch", game=GAME, chat=True)
    table.say(O, t="leave", game=GAME)
    assert write(table)["code"] == "chat-closed"
    assert hearers(table) == []


def test_whose_session_has_ended_hears_nothing_more() -> None:
    table = opened(X, O)
    table.do(table.hub.ended(BOB.user, "", table.now))
    assert write(table, O)["code"] == "not-seated"
    table.do(table.hub.disconnect(O, table.now))
    assert write(table)["code"] == "chat-closed"


def test_every_tab_that_has_opened_it_hears() -> None:
    table = opened(X, O)
    for client in (5, 6):
        table.heard[client] = []
        table.do(table.hub.connect(client, ANN, table.now))
        table.say(client, t="watch", game=GAME, chat=client == 5)
    write(table)
    assert hearers(table) == [X, O, 5]


def test_it_goes_on_after_the_game() -> None:
    table = opened(X, O)
    table.wish(X, "resign")
    assert write(table) == SAID


def test_nobody_writes_too_fast() -> None:
    table = opened(X, O)
    answers = [write(table) for _ in range(6)]
    assert [answer["t"] for answer in answers] == ["chat"] * 5 + ["refused"]
    assert (answers[-1]["code"], answers[-1]["game"]) == ("too-fast", GAME)
    assert table.say(X, t="phrase", game=GAME, n=1)["t"] == "phrase"
    table.now += 2_000
    assert write(table) == SAID


# --- two processes -----------------------------------------------------------------------------


def apart(*clients: int) -> tuple[Table, Table]:
    """Ann follows the game at one process and Bob at another; those of them open the chat."""
    one, other = (Table(process=name, refresh=60_000, chat=True) for name in ("one", "two"))
    one.say(X, t="watch", game=GAME, chat=X in clients)
    other.say(O, t="watch", game=GAME, chat=O in clients)
    other.say(CARL, t="watch", game=GAME, chat=True)
    meet(one, other)
    return one, other


def meet(*tables: Table) -> None:
    """Some time passes, in which all hear what the others say of who is there."""
    for table in tables * 2:
        before = len(table.effects)
        table.tick(1_000)
        spread(table, before, *(each for each in tables if each is not table))


def spread(table: Table, before: int, *others: Table) -> None:
    for effect in table.effects[before:]:
        if isinstance(effect, Publish):
            for other in others:
                other.do(other.hub.heard(effect.topic, effect.text, other.now))


def test_players_at_two_processes_hear_each_other() -> None:
    one, other = apart(X, O)
    assert [one.heard[X][-1]["chat"], other.heard[O][-1]["chat"]] == [["O", "X"]] * 2
    before = len(one.effects)
    assert write(one) == SAID
    spread(one, before, other)
    assert (hearers(one), hearers(other)) == ([X], [O])


def test_who_has_closed_it_elsewhere_hears_nothing() -> None:
    one, other = apart(X, O)
    other.say(O, t="watch", game=GAME)
    before = len(one.effects)
    write(one)  # which has not yet heard that nobody would read it
    spread(one, before, other)
    assert hearers(other) == []
    meet(other, one)
    assert write(one)["code"] == "chat-closed"


def test_a_process_of_an_older_version_has_no_chat() -> None:
    one, _ = apart(X)
    news = {"process": "old", "games": {GAME: (["O"], 0)}}
    one.do(one.hub.heard("presence", json.dumps(news), one.now))
    one.tick(1_000)
    assert (one.heard[X][-1]["present"], one.heard[X][-1]["chat"]) == (["O", "X"], ["X"])
