from qttt.arena.protocol import EngineOption, Info, sanitize, split_command


def test_first_word_and_the_rest() -> None:
    assert split_command("  go   time 5 \r\n") == ("go", "time 5")
    assert split_command("stop") == ("stop", "")
    assert split_command("") == ("", "")


def test_untrusted_text_is_escaped_and_truncated() -> None:
    assert sanitize("a\nb\x1b[31m") == "a b\\x1b[31m"
    assert sanitize("x" * 300) == "x" * 199 + "…"
    assert sanitize("x" * 200) == "x" * 200


def test_option_is_read_back() -> None:
    for option in (
        EngineOption("threads", "number", "1", 1, 64),
        EngineOption("offset", "number", "-5", -9, 9),
        EngineOption("table", "text", "two words"),
    ):
        assert EngineOption.read(str(option).removeprefix("option ")) == option


def test_option_of_an_unknown_kind() -> None:
    for text in ("", "threads", "threads number", "threads number 1 x 9", "book file a.bin"):
        assert EngineOption.read(text) is None


def test_values_of_options() -> None:
    threads = EngineOption("threads", "number", "1", 1, 64)
    assert threads.invalid_reason("64") is None
    assert EngineOption("table", "text", "none").invalid_reason("anything") is None
    for value in ("0", "65", "x", "", "1.5"):
        assert threads.invalid_reason(value) == "threads must be an integer from 1 to 64"


def test_info_without_a_line() -> None:
    assert str(Info(5, 1, -0.25)) == "info nodes 5 time 1 value -0.25"
