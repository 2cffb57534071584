"""Valid names, and names that are too similar."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.server.errors import RequestError
from qttt.server.people.names import guest_name, name_key, parse_name
from qttt.server.text import sanitize


def error_of(text: str) -> str:
    with pytest.raises(RequestError) as error:
        parse_name(text)
    assert error.value.code == "bad-name"
    return error.value.message


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Anna",
            "Νίκος Α.Κ",
            "Ольга-2",
            "たけしタケーシ",
            "Jean-Luc_9",
            "Zoë",
            "नीता राय",
            "王小明",
        ),
        *("Işıl", "Çağrı", "Məmməd", "Łukasz", "Đặng", "Ђорђе", "Հայկ", "გიორგი", "דוד", "فاطمة"),
        *("김민수", "สมชาย", "தமிழ்", "አበበ", "佐々木"),
    ],
)
def test_valid_names_are_kept(name: str) -> None:
    assert parse_name(f" {name} ") == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Al", "a name must have 3 to 20 characters, not 2"),
        ("A" * 21, "a name must have 3 to 20 characters, not 21"),
        ("4nna", "a name must begin with a letter"),
        ("An\u202ena", "U+202E is not allowed in a name: use letters, digits, and single spaces"),
        ("An\x1bna", "U+001B is not allowed in a name: use letters, digits, and single spaces"),
        ("Anna♥", "♥ is not allowed in a name: use letters, digits, and single spaces"),
        ("Ann\u0334\u0335\u0336a", "U+0336 is not allowed in a name: use letters"),
        ("An--na", "spaces, dots, hyphens and underscores must be single, between letters or"),
        ("Anna.", "spaces, dots, hyphens and underscores must be single, between letters or"),
        ("\u0410nna", "a name must use one script; this one mixes Cyrillic and Latin"),
        ("Anna\u093e", "a name must use one script; this one mixes Devanagari and Latin"),
        ("\ua4da\ua4f3\ua4da\ua4f3", "\ua4da is not allowed in a name: use letters, digits, and"),
        ("\u13df\u13be\u13df\u13be", "\u13df is not allowed in a name"),
        ("\u2ca4\u2c9e\u2ca4\u2c9e", "\u2ca4 is not allowed in a name"),
        ("\u1d04\u1d0f\u1d04\u1d0f", "\u1d04 is not allowed in a name"),
        ("\u0262\u1d1c\u1d05\u0280\u1d1c\u0274", "\u0262 is not allowed in a name"),
        ("Al\u026ace", "\u026a is not allowed in a name"),
        ("Ronj\u0251", "\u0251 is not allowed in a name"),
        ("Guest 4821", "Guest 4821 is reserved"),
        ("Gu\u00e9st0", "Gu\u00e9st0 is reserved"),
        ("ADMIN", "ADMIN is reserved"),
        ("adrnin", "adrnin is reserved"),
        ("Adm\u0131n", "Adm\u0131n is reserved"),
        *((name, f"{name} is reserved") for name in ("Επισκέπτης 4821", "Επισκεπτης", "Δύσκολο")),
        *((name, f"{name} is reserved") for name in ("Δάσκαλος", "Teacher", "You", "Εσύ")),
    ],
)
def test_invalid_names(text: str, message: str) -> None:
    assert error_of(text).startswith(message)


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
        ("Søren", "soren"),
        ("Alice", "Al\u0131ce"),
        ("Ronja", "Ron\u0237a"),
        ("OSOS", "\u0555\u054f\u0555\u054f"),
        ("modern", "rn odern"),
        ("will", "vvill"),
        ("Isil", "Işıl"),
        ("دين", "\u062f\u06cc\u0646"),
    ],
)
def test_similar_names_have_the_same_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("Clara", "Dara"), ("राम", "रीमा"), ("Νίνα", "Μίνα"), ("王小明", "王大明")],
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text(max_size=24))
def test_valid_names_are_safe_to_display(text: str) -> None:
    try:
        name = parse_name(text)
    except RequestError:
        return
    assert sanitize(name) == name == unicodedata.normalize("NFKC", name) == parse_name(name)
    assert name_key(name) == name_key(name.lower())
    assert len(name_key(name)) >= 1


@given(st.text())
def test_displayed_text_has_no_control_characters(text: str) -> None:
    safe = sanitize(text)
    assert not {"\x1b", "\u202a", "\u202e", "\u2066", "\u2069", "\u200f", "\n", "\r"} & set(safe)
    assert sanitize(safe) == safe


def test_names_of_guests_cannot_be_registered() -> None:
    name = guest_name(3821)
    assert re.fullmatch(r"Guest \d{4}", name)
    for reserved in (name, "Guest 12345678"):
        assert error_of(reserved).endswith("is reserved")


WRAPPED = ("{}", "Anna{}", "{}Anna", "An{}na", "Anna {} x")
PAYLOADS = (
    *("<b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=x>", "</p>"),
    *('"', "'", "`", "&lt;", "&#60;", "\\", "/", "../", "%00", "${x}", "{{x}}", "javascript:x"),
    *("\x00", "\x07", "\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\r\n", "\t", "\x7f", "\x85"),
    *("\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2069", "\u200e", "\u061c"),
    *("\u200b", "\u200d", "\ufeff", "\u00ad", "\u2028", "\ue000", "\ud800", "\U000e0041"),
)


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_injection_payloads_are_rejected(payload: str) -> None:
    for wrapped in WRAPPED:
        assert error_of(wrapped.format(payload))


def test_there_are_enough_payloads() -> None:
    assert len(PAYLOADS) * len(WRAPPED) >= 200
