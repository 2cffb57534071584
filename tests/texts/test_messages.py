"""Messages in ICU syntax, in Python and as JavaScript."""

import pytest

from qttt.texts.messages import MessageError, parse
from qttt.texts.plurals import Plurals
from scripts.texts import javascript

ENGLISH = Plurals("one: i = 1 and v = 0")
POLISH = Plurals(
    "one: i = 1 and v = 0; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; "
    "many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 "
    "or v = 0 and i % 100 = 12..14"
)


@pytest.mark.parametrize(
    ("text", "values", "expected", "code"),
    [
        ("It’s `done` for $'{'5'}' \\.", {}, "It’s `done` for ${5} \\.", None),
        ("this '}' has no '{'", {}, "this } has no {", "`this } has no {`"),
        ("it''s its own", {}, "it's its own", "`it's its own`"),
        ("{mark} is in {one}.", {"mark": "X1", "one": 5}, "X1 is in 5.", None),
        ("{count, number} marks", {"count": 12}, "12 marks", "`${number(v.count)} marks`"),
        ("{n, plural, one {# mark} other {# marks}}", {"n": 1}, "1 mark", None),
        (
            "{n, plural, one {# mark} other {# marks}}",
            {"n": 12},
            "12 marks",
            '`${form(v.n) === "one" ? `${number(v.n)} mark` : `${number(v.n)} marks`}`',
        ),
        (
            "{n, plural, =0 {none} other {#}}",
            {"n": 0},
            "none",
            "`${v.n === 0 ? `none` : `${number(v.n)}`}`",
        ),
        (
            "{who, select, X {first} other {second}}",
            {"who": "X"},
            "first",
            '`${v.who === "X" ? `first` : `second`}`',
        ),
        ("{who, select, X {first} other {second}}", {"who": "O"}, "second", None),
        (
            "{all{is}}".replace("{is}", ", select, true {done} other {open}"),
            {"all": False},
            "open",
            "`${v.all ? `done` : `open`}`",
        ),
        (
            "{n, plural, one {{who, select, X {x} other {o}}} other {many}}",
            {"n": 1, "who": "X"},
            "x",
            None,
        ),
    ],
)
def test_a_message_is_rendered_and_compiled(
    text: str, values: dict[str, object], expected: str, code: str | None
) -> None:
    message = parse(text)
    assert message.render(ENGLISH, values) == expected
    assert code is None or javascript(message.parts) == code


def test_literals_are_escaped_in_javascript() -> None:
    code = javascript(parse("`done` for $'{'5'}' \\.").parts)
    assert code == "`\\`done\\` for \\${5} \\\\.`"


def test_plural_forms_are_those_of_the_language() -> None:
    message = parse("{n, plural, one {#a} few {#b} many {#c} other {#d}}")
    rendered = [message.render(POLISH, {"n": number}) for number in (1, 3, 5, 13, 22)]
    assert rendered == ["1a", "3b", "5c", "13c", "22b"]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("{count, plural, offset:1 one {#} other {#}}", "use plural without offset"),
        ("{count, selectordinal, one {#st} other {#th}}", "use plural without offset"),
        ("{count, number, percent}", "write numbers as {name, number}"),
        ("{day, date}", "use text, {name}, {name, number}, plural and select"),
        ("{count, plural}", "use text, {name}, {name, number}, plural and select"),
        ("{0} marks", "name the placeholder {0} by a word"),
        ("{} marks", "name the placeholder {} by a word"),
        (
            "{n, plural, one {} other {}} {n, select, X {} other {}}",
            "use the placeholder {n} in one way",
        ),
        ("{who, select, X {first}}", "add the case other"),
        ("{who", "add a brace }"),
        ("{who, select, X {first} other {second}", "add a brace }"),
        ("{who, select, other {second} rest}", "remove “rest” from the cases of who"),
        ("who}", "remove the brace }, or write '}'"),
    ],
)
def test_a_message_that_cannot_be_read_gets_a_remedy(text: str, remedy: str) -> None:
    with pytest.raises(MessageError) as error:
        parse(text)
    assert str(error.value) == remedy
