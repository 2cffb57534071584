"""Names that there may be, and those that are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server.people import PersonError, guest_name, name_key, read_name
from qttt.server.text import shown


def refusal(text: str) -> str:
    with pytest.raises(PersonError) as error:
        read_name(text)
    assert error.value.code == "bad-name"
    return error.value.message


@pytest.mark.parametrize(
    "name",
    ["Anna", "Νίκος Α.Κ", "Ольга-2", "たけしタケ", "Jean-Luc_9", "Zoë", "नीता राय", "王小明"],
)
def test_name_stays_as_it_is_written(name: str) -> None:
    assert read_name(f" {name} ") == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Al", "a name has 3 to 20 characters, and this one has 2"),
        ("A" * 21, "a name has 3 to 20 characters, and this one has 21"),
        ("4nna", "a name begins with a letter"),
        ("An\u202ena", "U+202E cannot be in a name: there may be letters, digits, and single"),
        ("An\x1bna", "U+001B cannot be in a name: there may be letters, digits, and single"),
        ("Anna♥", "♥ cannot be in a name: there may be letters, digits, and single"),
        ("Ann\u0334\u0335\u0336a", "U+0336 cannot be in a name: there may be letters"),
        ("An--na", "spaces, dots, hyphens and underscores stand alone, between letters"),
        ("Anna.", "spaces, dots, hyphens and underscores stand alone, between letters"),
        ("\u0410nna", "a name is written in one script, and this one mixes Cyrillic and Latin"),
        ("Guest 4821", "Guest 4821 is a name that the server keeps for itself"),
        ("Gu\u00e9st0", "Gu\u00e9st0 is a name that the server keeps for itself"),
        ("ADMIN", "ADMIN is a name that the server keeps for itself"),
    ],
)
def test_name_that_there_may_not_be(text: str, why: str) -> None:
    assert refusal(text).startswith(why)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "aNNA"),
        ("Anna", "An_na"),
        ("Zoë", "zoe"),
        ("Νίκος", "νικοσ"),
        ("Anna", "\u0410\u043f\u043f\u0430"),
        ("MAKIS", "\u039c\u0391\u039a\u0399S"),
        ("Bill", "Bi1l"),
        ("Otto", "0tt0"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@given(st.text(max_size=24))
def test_name_that_is_taken_is_safe_to_show(text: str) -> None:
    try:
        name = read_name(text)
    except PersonError:
        return
    assert shown(name) == name == unicodedata.normalize("NFKC", name) == read_name(name)
    assert name_key(name) == name_key(name.lower())
    assert len(name_key(name)) >= 1


@given(st.text())
def test_what_is_shown_has_no_controls(text: str) -> None:
    kept = shown(text)
    assert not {"\x1b", "\u202a", "\u202e", "\u2066", "\u2069", "\u200f", "\n", "\r"} & set(kept)
    assert shown(kept) == kept


@pytest.mark.parametrize("digits", [4, 8])
def test_guests_have_names_that_nobody_else_can_take(digits: int) -> None:
    name = guest_name(digits)
    assert name.removeprefix("Guest ").isdigit()
    assert len(name) == len("Guest ") + digits
    assert refusal(name).endswith("keeps for itself")


WRAPPED = ("{}", "Anna{}", "{}Anna", "An{}na", "Anna {} x")
PAYLOADS = (
    *("<b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=x>", "</p>"),
    *('"', "'", "`", "&lt;", "&#60;", "\\", "/", "../", "%00", "${x}", "{{x}}", "javascript:x"),
    *("\x00", "\x07", "\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\r\n", "\t", "\x7f", "\x85"),
    *("\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2069", "\u200e", "\u061c"),
    *("\u200b", "\u200d", "\ufeff", "\u00ad", "\u2028", "\ue000", "\ud800", "\U000e0041"),
)


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_name_is_no_place_for_an_attack(payload: str) -> None:
    for wrapped in WRAPPED:
        assert refusal(wrapped.format(payload))


def test_there_are_enough_attacks() -> None:
    assert len(PAYLOADS) * len(WRAPPED) >= 200
