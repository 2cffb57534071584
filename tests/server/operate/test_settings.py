"""What a server is told, by whom, and what is said to whoever tells it something wrong."""

from pathlib import Path

import pytest

from qttt.cli.serve import serve
from qttt.server.operate import Settings, SettingsError, masked, read_settings
from qttt.server.operate.settings import DEFAULT, OPTION, PREFIX


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the environment but what the test puts there."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.delenv("QTTT_CONFIG", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "qttt.toml"
    path.write_text('host = "192.0.2.1"\nport = 1\npatience = 20\n')
    return path


def refused(file: Path | None = None, **options: object) -> str:
    with pytest.raises(SettingsError) as error:
        read_settings(options, file)
    return str(error.value)


def test_an_option_goes_before_the_environment_before_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QTTT_HOST", "192.0.2.2")
    monkeypatch.setenv("QTTT_PORT", "2")
    settings, said = read_settings({"host": "192.0.2.3"}, file)
    assert (settings.host, said["host"]) == ("192.0.2.3", OPTION)
    assert (settings.port, said["port"]) == (2, "QTTT_PORT")
    assert (settings.patience, said["patience"]) == (20.0, str(file))
    assert (settings.sockets, said["sockets"]) == (20_000, DEFAULT)
    assert said.keys() == Settings.model_fields.keys()


def test_the_environment_may_name_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_CONFIG", str(file))
    assert read_settings({}).settings.port == 1


def test_an_empty_variable_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_PORT", "")
    assert read_settings({}).settings.port == 8000


@pytest.mark.parametrize(
    "text",
    ["https://a.example, http://b.example:8000", "https://a.example:443 http://b.example:8000"],
)
def test_several_are_written_in_one_text(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_ORIGINS", text)
    origins = read_settings({}).settings.origins
    assert origins == ("https://a.example", "http://b.example:8000")


def test_tables_of_rates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "qttt.toml"
    file.write_text('[rates]\nlogin = "5/minute"\n')
    assert read_settings({}, file).settings.rates == {"login": "5/minute"}
    monkeypatch.setenv("QTTT_RATES", '{"login": "7/minute; 100/day"}')
    assert read_settings({}, file).settings.shown("rates") == "login='7/minute; 100/day'"


def test_the_options_default_to_what_the_settings_do() -> None:
    import inspect

    options = {name: each.default for name, each in inspect.signature(serve).parameters.items()}
    usual = Settings()
    for name in ("host", "port", "online", "coin_wait"):
        assert options[name] == getattr(usual, name)
    assert {options[name] for name in ("data", "origins", "coin")} == {None}


# --- what is refused -------------------------------------------------------------------------


def test_names_that_no_setting_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "qttt.toml"
    file.write_text("prot = 1\n")
    assert refused(file) == f"{file}: there is no setting 'prot'; is port meant?"
    file.write_text('xyzzy = ""\n')
    assert refused(file).startswith(f"{file}: there is no setting 'xyzzy'; there are host, port, ")
    monkeypatch.setenv("QTTT_ORIGNS", "https://play.example")
    assert refused() == ("the environment: there is no setting QTTT_ORIGNS; is QTTT_ORIGINS meant?")


def test_values_that_no_setting_has(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(port=70000) == "Input should be less than or equal to 65535"
    file.write_text('log_level = "loud"\n')
    assert refused(file).startswith(f"log_level ({file}): Input should be 'debug', 'info', ")
    monkeypatch.setenv("QTTT_METRICS", "yes")
    assert refused() == (
        "metrics (QTTT_METRICS): 'yes' is neither off nor an address such as 127.0.0.1:9100"
    )
    monkeypatch.setenv("QTTT_METRICS", "off")
    monkeypatch.setenv("QTTT_REDIS", "localhost:6379")
    assert refused() == (
        "redis (QTTT_REDIS): a bus is redis://host:6379, rediss://… with TLS, or unix://path"
    )


def test_rates_that_are_none() -> None:
    assert refused(rates={"logn": "1/minute"}) == "there is no rate 'logn'; is login meant?"
    assert refused(rates={"login": "often"}) == (
        "the rate login is written 10/minute or 10/minute; 100/day, not 'often'"
    )


def test_proxies_that_are_none() -> None:
    assert "'nearby' does not appear to be an IPv4 or IPv6 network" in refused(proxies="nearby")


def test_rates_that_are_no_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_RATES", "login=5")
    assert refused().startswith('the environment: error parsing value for field "rates"')


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert refused(tmp_path / "none") == f"{tmp_path / 'none'}: No such file or directory"
    file = tmp_path / "qttt.toml"
    file.write_text("host: here\n")
    assert refused(file).startswith(f"{file} is no TOML: ")


# --- secrets ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://qttt:hunter2@db/qttt", "postgresql://qttt:***@db/qttt"),
        ("redis://:hunter2@bus:6379/0", "redis://:***@bus:6379/0"),
        (
            "postgresql:///qttt?host=/run&password=hunter2",
            "postgresql:///qttt?host=/run&password=***",
        ),
        ("postgresql://qttt@db/qttt", "postgresql://qttt@db/qttt"),
        ("/var/lib/qttt/games.db", "/var/lib/qttt/games.db"),
    ],
)
def test_passwords_are_not_shown(address: str, shown: str) -> None:
    assert masked(address) == Settings(data=address).shown("data") == shown
