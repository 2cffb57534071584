"""Names with swear words, in the languages of the app."""

import sys

import pytest

from qttt.server.errors import RequestError
from qttt.server.people import suitability
from qttt.server.people.names import parse_alias
from qttt.server.rooms.nicknames import check_suitable

NEEDED = "pip install 'badwords-py>=3'; there is none for Python 3.14"


SWEAR_WORDS = ["FuCk", "f.u.c.k", "xx sh1t xx", "shiiit", "puuussy", "γαμώ", "πουτάνα"]
SWEAR_WORDS += ["Μαλάκας", "μαλάκα 3", "ΑΡΧΙΔΙΑ", "πούστης", "μ.ο.υ.ν.ι", "malaka", "skata!"]
NAMES = ["Cassandra", "Scunthorpe", "Fanny", "Titus", "Χρύσα", "X1"]
NAMES += ["Assia B", "Slutsky", "Παπουτσής", "Αρχίδαμος", "Κατσούλας", "Μαλακοπούλου", "Γάμα"]


@pytest.mark.parametrize("name", SWEAR_WORDS)
@pytest.mark.parametrize("is_installed", [True, False])
def test_swear_words_are_rejected(
    name: str, is_installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_installed:
        pytest.importorskip("badwords", reason=NEEDED)
    else:
        monkeypatch.setattr(suitability, "_swear_word_filter", lambda: lambda name: False)
    with pytest.raises(RequestError, match="this nickname is not suitable: choose another"):
        check_suitable(name)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_accepted(name: str) -> None:
    check_suitable(name)


def test_names_of_guests_must_be_suitable() -> None:
    with pytest.raises(RequestError, match="this name is not suitable: choose another") as error:
        parse_alias("Malaka")
    assert error.value.code == "bad-name"


def test_without_the_word_lists_a_warning_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "badwords", None)
    suitability._swear_word_filter.cache_clear()
    check_suitable("Ann")
    suitability._swear_word_filter.cache_clear()
    assert caplog.messages == ["names: only frequent swear words are rejected without badwords-py"]
