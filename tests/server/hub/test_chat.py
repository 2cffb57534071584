"""The chat: messages reach the two players if both have opened it, and no other client."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from qttt.server.games.terms import Identity, Terms
from qttt.server.protocol.outgoing import PlayerChat

from .helpers import ANN, BOB, GAME, HubDriver, deliver, terms, tick

X, O, CARL, STRANGER = 1, 2, 3, 4  # noqa: E741  clients by their seats
MESSAGE = {"t": "chat", "game": GAME, "seat": "X", "text": "Hi!"}


def opened(*clients: int, game: Terms | None = None, **options: Any) -> HubDriver:
    """Let all clients follow the game, and ``clients`` open the chat."""
    driver = HubDriver(game, **{"chat": True, **options})
    for client in driver.received:
        driver.send(client, t="watch", game=GAME, chat=client in clients)
    return driver


def write(driver: HubDriver, client: int = X, text: str = "Hi!") -> dict[str, Any]:
    return driver.send(client, t="chat", game=GAME, text=text)


def readers(driver: HubDriver) -> list[int]:
    return [client for client, messages in driver.received.items() if MESSAGE in messages]


def subsets() -> Iterator[tuple[int, ...]]:
    for chosen in product((False, True), repeat=4):
        yield tuple(client for client in (X, O, CARL, STRANGER) if chosen[client - 1])


@pytest.mark.parametrize("clients", list(subsets()), ids=str)
@pytest.mark.parametrize("writer", [X, O, CARL, STRANGER])
def test_messages_need_two_open_chats(writer: int, clients: tuple[int, ...]) -> None:
    """Every role writes, while every combination of clients has asked to open the chat."""
    driver = opened(*clients)
    before = {client: len(messages) for client, messages in driver.received.items()}
    answer = write(driver, writer)
    new = {client: messages[before[client] :] for client, messages in driver.received.items()}
    if writer in (X, O) and {X, O} <= set(clients):
        sent = {**MESSAGE, "seat": "X" if writer == X else "O"}
        assert new == {X: [sent], O: [sent], CARL: [], STRANGER: []}
        assert len(driver.published(PlayerChat)) == 1
    else:
        assert answer["code"] == ("chat-closed" if writer in (X, O) else "not-seated")
        assert new == {client: [answer] if client == writer else [] for client in new}
        assert driver.published(PlayerChat) == []


@pytest.mark.parametrize(
    ("game", "is_enabled", "why"),
    [
        (terms(), False, "chat is disabled on this server"),
        (replace(terms(), room="K7MQ2X"), True, "games of a class room have no chat"),
        (
            terms(o=Identity("", "Easy", "easy")),
            True,
            "games against engines and programs have no chat",
        ),
        (terms(o=replace(BOB, bot=True)), True, "games against engines and programs have no chat"),
        (terms(x=replace(ANN, bot=True)), True, "games against engines and programs have no chat"),
    ],
    ids=("server", "room", "level", "program", "own program"),
)
def test_games_without_chat(game: Terms, is_enabled: bool, why: str) -> None:
    driver = opened(X, O, game=game, chat=is_enabled)
    answer = write(driver)
    assert (answer["code"], answer["message"]) == ("not-allowed", why)
    assert driver.send(X, t="watch", game=GAME, chat=True)["chat"] is None
    driver.tick(1_000)
    assert all("chat" not in m for m in driver.received[X] if m["t"] == "presence")
    assert readers(driver) == []


def test_chat_is_disabled_by_default() -> None:
    driver = HubDriver().follow()
    assert driver.received[X][-1]["chat"] is None


def test_rejected_messages_have_reasons() -> None:
    driver = opened(X)
    assert write(driver)["message"] == "the other player has not opened the chat"
    assert write(driver, O)["message"] == "your chat is closed: send watch with chat first"
    assert write(driver, CARL)["message"] == "only the players of a game can write in its chat"


def test_open_chats_are_shown_to_players_with_an_open_chat() -> None:
    driver = opened(X, CARL)
    assert driver.received[X][-1]["chat"] == ["X"]
    assert driver.received[O][-1]["chat"] == []
    assert [driver.received[client][-1]["chat"] for client in (CARL, STRANGER)] == [None, None]
    driver.tick(1_000)
    driver.send(O, t="watch", game=GAME, chat=True)
    driver.tick(1_000)
    assert [driver.received[client][-1]["chat"] for client in (X, O)] == [["O", "X"]] * 2
    assert "chat" not in driver.received[CARL][-1]
    driver.execute(driver.hub.disconnect(O, driver.now))
    driver.tick(1_000)
    assert driver.received[X][-1]["chat"] == ["X"]


def test_a_chat_closes_at_once() -> None:
    driver = opened(X, O)
    driver.send(O, t="watch", game=GAME)
    assert write(driver)["code"] == "chat-closed"
    driver.send(O, t="watch", game=GAME, chat=True)
    driver.send(O, t="leave", game=GAME)
    assert write(driver)["code"] == "chat-closed"
    assert readers(driver) == []


def test_an_ended_session_closes_the_chat() -> None:
    driver = opened(X, O)
    driver.execute(driver.hub.end_sessions(BOB.user, "", driver.now))
    assert write(driver, O)["code"] == "not-seated"
    driver.execute(driver.hub.disconnect(O, driver.now))
    assert write(driver)["code"] == "chat-closed"


def test_messages_reach_every_tab_with_an_open_chat() -> None:
    driver = opened(X, O)
    for client in (5, 6):
        driver.received[client] = []
        driver.execute(driver.hub.connect(client, ANN, driver.now))
        driver.send(client, t="watch", game=GAME, chat=client == 5)
    write(driver)
    assert readers(driver) == [X, O, 5]


def test_the_chat_stays_open_after_the_game() -> None:
    driver = opened(X, O)
    driver.submit(X, "resign")
    assert write(driver) == MESSAGE


def test_chat_messages_are_rate_limited() -> None:
    driver = opened(X, O)
    answers = [write(driver) for _ in range(6)]
    assert [answer["t"] for answer in answers] == ["chat"] * 5 + ["refused"]
    assert (answers[-1]["code"], answers[-1]["game"]) == ("too-fast", GAME)
    assert answers[-1]["message"] == "too many phrases or chat messages: wait a few seconds"
    assert driver.send(X, t="phrase", game=GAME, n=1)["t"] == "phrase"
    driver.now += 2_000
    assert write(driver) == MESSAGE


# --- two processes -----------------------------------------------------------------------------


def apart(*clients: int) -> tuple[HubDriver, HubDriver]:
    """Let Ann and Bob follow the game in two processes, and ``clients`` open the chat."""
    one, other = (HubDriver(process=name, refresh=60_000, chat=True) for name in ("one", "two"))
    one.send(X, t="watch", game=GAME, chat=X in clients)
    other.send(O, t="watch", game=GAME, chat=O in clients)
    other.send(CARL, t="watch", game=GAME, chat=True)
    for _ in range(2):
        tick(1_000, one, other)
    return one, other


def test_players_of_two_processes_can_chat() -> None:
    one, other = apart(X, O)
    assert [one.received[X][-1]["chat"], other.received[O][-1]["chat"]] == [["O", "X"]] * 2
    assert write(one) == MESSAGE
    deliver(one, other)
    assert (readers(one), readers(other)) == ([X], [O])


def test_a_chat_closed_in_another_process_gets_no_messages() -> None:
    one, other = apart(X, O)
    other.send(O, t="watch", game=GAME)
    write(one)  # this process does not know yet that the chat is closed
    deliver(one, other)
    assert readers(other) == []
    tick(1_000, other, one)
    assert write(one)["code"] == "chat-closed"
