"""Ended sessions: their clients become anonymous at once and are disconnected."""

from dataclasses import replace

from qttt.server.games.terms import Identity, Terms
from qttt.server.hub.bus_messages import SessionsEnded
from qttt.server.hub.effects import CloseCode
from qttt.server.hub.hub import Hub

from .helpers import ANN, GAME, NOW, HubDriver

HERE, THERE = replace(ANN, session="here"), replace(ANN, session="there")


def driver() -> HubDriver:
    """Return a hub with two more sessions of Ann, the clients 5 and 6."""
    made = HubDriver()
    for client, who in ((5, HERE), (6, THERE)):
        made.received[client] = []
        made.execute(made.hub.connect(client, who, NOW))
    return made.follow()


def test_only_the_clients_of_the_session_are_disconnected() -> None:
    here = driver()
    here.execute(here.hub.end_sessions(ANN.user, "here", NOW))
    assert here.closed() == [(5, CloseCode.ENDED)]
    assert here.published(SessionsEnded) == [SessionsEnded(ANN.user, "here")]
    here.execute(here.hub.end_sessions(ANN.user, "here", NOW))
    assert here.closed() == [(5, CloseCode.ENDED)]


def test_all_sessions_of_a_user() -> None:
    here = driver()
    here.execute(here.hub.end_sessions(ANN.user, "", NOW))
    assert here.closed() == [
        (1, CloseCode.ENDED),
        (5, CloseCode.ENDED),
        (6, CloseCode.ENDED),
    ]
    assert here.hub.sessions == {}


def test_clients_of_an_ended_session_are_anonymous_until_they_disconnect() -> None:
    here = driver()
    here.execute(here.hub.end_sessions(ANN.user, "here", NOW))
    assert here.submit(5, "move", "12")["code"] == "not-seated"
    assert here.submit(6, "move", "12")["t"] == "done"
    here.execute(here.hub.disconnect(5, NOW))
    assert here.hub.sessions == {"there": ANN.user}


def test_other_processes_disconnect_their_clients_and_do_not_publish_it_again() -> None:
    here, there = driver(), driver()
    here.execute(here.hub.end_sessions(ANN.user, "there", NOW))
    (message,) = here.published(SessionsEnded)
    there.receive(message)
    assert there.closed() == [(6, CloseCode.ENDED)]
    assert there.published(SessionsEnded) == []


def test_a_session_of_another_user_is_not_ended() -> None:
    here = driver()
    here.execute(here.hub.end_sessions("another", "here", NOW))
    assert here.closed() == []


def test_terms_do_not_contain_sessions() -> None:
    terms = Terms(GAME, "goff", "-", HERE, THERE, "none", False, NOW)
    assert "session" not in terms.to_json()
    assert HERE == THERE == Identity(ANN.user, ANN.name)
    greeting = Hub("test").connect(1, HERE, NOW)
    assert "here" not in str(greeting).replace("Anna", "")
