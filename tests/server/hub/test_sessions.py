"""Sessions that end: whoever was here by one is nobody at once, and is sent away."""

import json
from dataclasses import replace

from qttt.server.games import Terms, Who
from qttt.server.hub import ENDED, Hub

from .helpers import ANN, GAME, NOW, Table

HERE, THERE = replace(ANN, session="here"), replace(ANN, session="there")


def table() -> Table:
    """Ann is here by two sessions more, as clients 5 and 6."""
    made = Table()
    for client, who in ((5, HERE), (6, THERE)):
        made.heard[client] = []
        made.do(made.hub.connect(client, who, NOW))
    return made.follow()


def test_who_was_here_by_it_is_sent_away_and_no_others() -> None:
    here = table()
    here.do(here.hub.ended(ANN.user, "here", NOW))
    assert here.closed() == [(5, ENDED)]
    assert here.published("ended") == [json.dumps([ANN.user, "here"])]
    here.do(here.hub.ended(ANN.user, "here", NOW))
    assert here.closed() == [(5, ENDED)]


def test_all_sessions_of_a_user() -> None:
    here = table()
    here.do(here.hub.ended(ANN.user, "", NOW))
    assert here.closed() == [(1, ENDED), (5, ENDED), (6, ENDED)]
    assert here.hub.sessions == {}


def test_who_is_sent_away_decides_nothing_any_more() -> None:
    """The socket may take a while to close, and what is said meanwhile is a stranger's."""
    here = table()
    here.do(here.hub.ended(ANN.user, "here", NOW))
    assert here.wish(5, "move", "12")["code"] == "not-seated"
    assert here.wish(6, "move", "12")["t"] == "done"
    here.do(here.hub.disconnect(5, NOW))
    assert here.hub.sessions == {"there": ANN.user}


def test_other_processes_send_away_too_and_do_not_tell_it_on() -> None:
    here, there = table(), table()
    here.do(here.hub.ended(ANN.user, "there", NOW))
    (text,) = here.published("ended")
    there.do(there.hub.heard("ended", text, NOW))
    assert there.closed() == [(6, ENDED)]
    assert there.published("ended") == []


def test_somebody_else_s_session_of_that_name_is_not_meant() -> None:
    here = table()
    here.do(here.hub.ended("somebody", "here", NOW))
    assert here.closed() == []


def test_no_game_keeps_a_session() -> None:
    terms = Terms(GAME, "goff", "-", HERE, THERE, "none", False, NOW)
    assert Terms.from_json(terms.to_json()) == terms
    assert "session" not in terms.to_json()
    assert HERE == THERE == Who(ANN.user, ANN.name)
    greeting = Hub("test").connect(1, HERE, NOW)
    assert "here" not in str(greeting).replace("Anna", "")
