from qttt.arena.protocol import Info, Option, cut, words


def test_first_word_and_the_rest() -> None:
    assert words("  go   time 5 \r\n") == ("go", "time 5")
    assert words("stop") == ("stop", "")
    assert words("") == ("", "")


def test_text_from_outside_is_made_harmless() -> None:
    assert cut("a\nb\x1b[31m") == "a b\\x1b[31m"
    assert cut("x" * 300) == "x" * 199 + "…"
    assert cut("x" * 200) == "x" * 200


def test_option_is_read_back() -> None:
    for option in (
        Option("threads", "number", "1", 1, 64),
        Option("offset", "number", "-5", -9, 9),
        Option("table", "text", "two words"),
    ):
        assert Option.read(str(option).removeprefix("option ")) == option


def test_option_of_a_kind_that_is_not_known() -> None:
    for text in ("", "threads", "threads number", "threads number 1 x 9", "book file a.bin"):
        assert Option.read(text) is None


def test_values_of_options() -> None:
    threads = Option("threads", "number", "1", 1, 64)
    assert threads.refusal("64") is None
    assert Option("table", "text", "none").refusal("anything") is None
    for value in ("0", "65", "x", "", "1.5"):
        assert threads.refusal(value) == "threads is a whole number from 1 to 64"


def test_info_without_a_line() -> None:
    assert str(Info(5, 1, -0.25)) == "info nodes 5 time 1 value -0.25"
