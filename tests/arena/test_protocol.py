import pytest

from qttt.arena.errors import ForfeitError
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
        EngineOption("unsigned", "number", "0", 0, 2**64 - 1),
        EngineOption("signed", "number", f"{-(2**63)}", -(2**63), 2**63 - 1),
        EngineOption("wide", "number", "0", -(2**128), 2**128),
        EngineOption("table", "text", "two words"),
    ):
        assert EngineOption.read(str(option).removeprefix("option ")) == option


def test_option_of_an_unknown_kind() -> None:
    for text in ("", "threads", "book file a.bin"):
        assert EngineOption.read(text) is None


def test_later_words_of_an_option_are_ignored() -> None:
    assert EngineOption.read("a number 1 0 2 often") == EngineOption("a", "number", "1", 0, 2)


@pytest.mark.parametrize("values", ["", "1 2", "1 x 9", "1 1 0", f"1 0 1{'0' * 39}"])
def test_malformed_numbers(values: str) -> None:
    text = f"threads number {values}".rstrip()
    with pytest.raises(ForfeitError) as caught:
        EngineOption.read(text)
    assert str(caught.value) == (
        f"malformed option {text!r}: write NAME number DEFAULT LEAST MOST, with LEAST at most MOST"
    )


def test_values_of_options() -> None:
    threads = EngineOption("threads", "number", "1", 1, 64)
    assert threads.invalid_reason("64") is None
    assert EngineOption("table", "text", "none").invalid_reason("anything") is None
    for value in ("0", "65", "x", "", "1.5"):
        assert threads.invalid_reason(value) == "threads must be an integer from 1 to 64"


def test_info_without_a_line() -> None:
    assert str(Info(5, 1, -0.25)) == "info nodes 5 time 1 value -0.25"
