"""Nicknames with swear words, in the languages of the app."""

import sys

import pytest

from qttt.server.errors import RequestError
from qttt.server.rooms import nicknames
from qttt.server.rooms.nicknames import check_suitable

NEEDED = "pip install 'badwords-py>=3'; there is none for Python 3.14"


@pytest.mark.parametrize("name", ["FuCk", "f.u.c.k", "xx sh1t xx", "shiiit", "γαμώ", "πουτάνα"])
def test_swear_words_are_rejected(name: str) -> None:
    pytest.importorskip("badwords", reason=NEEDED)
    with pytest.raises(RequestError, match="this nickname is not suitable: choose another"):
        check_suitable(name)


@pytest.mark.parametrize("name", ["Cassandra", "Scunthorpe", "Fanny", "Titus", "Χρύσα", "X1"])
def test_names_are_accepted(name: str) -> None:
    check_suitable(name)


def test_without_the_word_lists_a_warning_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "badwords", None)
    nicknames._swear_word_filter.cache_clear()
    check_suitable("fuck")
    nicknames._swear_word_filter.cache_clear()
    assert caplog.messages == ["nicknames are not filtered: badwords-py is not installed"]
