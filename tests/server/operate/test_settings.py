"""Settings: their sources, precedence, validation and error messages."""

from pathlib import Path

import pytest
from uvicorn.middleware.proxy_headers import _TrustedHosts

from qttt.cli.serve import serve
from qttt.server.net.connection_limits import Proxies
from qttt.server.operate.settings import (
    DEFAULT,
    OPTION,
    PREFIX,
    ServerSettings,
    SettingsError,
    mask_secrets,
    read_settings,
)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ServerSettings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.delenv("QTTT_CONFIG", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "qttt.toml"
    path.write_text('host = "192.0.2.1"\nport = 1\nshutdown_timeout_s = 20\n')
    return path


def error_of(file: Path | None = None, **options: object) -> str:
    with pytest.raises(SettingsError) as error:
        read_settings(options, file)
    return str(error.value)


def test_options_override_the_environment_which_overrides_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QTTT_HOST", "192.0.2.2")
    monkeypatch.setenv("QTTT_PORT", "2")
    settings, sources = read_settings({"host": "192.0.2.3"}, file)
    assert (settings.host, sources["host"]) == ("192.0.2.3", OPTION)
    assert (settings.port, sources["port"]) == (2, "QTTT_PORT")
    assert (settings.shutdown_timeout_s, sources["shutdown_timeout_s"]) == (20.0, str(file))
    assert (settings.sockets, sources["sockets"]) == (20_000, DEFAULT)
    assert sources.keys() == ServerSettings.model_fields.keys()


def test_the_environment_can_name_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_CONFIG", str(file))
    assert read_settings({}).settings.port == 1


def test_an_empty_variable_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_PORT", "")
    assert read_settings({}).settings.port == 8000


@pytest.mark.parametrize(
    "text",
    ["https://a.example, http://b.example:8000", "https://a.example:443 http://b.example:8000"],
)
def test_lists_are_separated_by_commas_or_spaces(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QTTT_ORIGINS", text)
    origins = read_settings({}).settings.origins
    assert origins == ("https://a.example", "http://b.example:8000")


def test_rates_in_the_file_and_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "qttt.toml"
    file.write_text('[rates]\nlogin = "5/minute"\n')
    assert read_settings({}, file).settings.rates == {"login": "5/minute"}
    monkeypatch.setenv("QTTT_RATES", '{"login": "7/minute; 100/day"}')
    assert read_settings({}, file).settings.display_value("rates") == "login='7/minute; 100/day'"


def test_the_options_have_the_defaults_of_the_settings() -> None:
    options = {parameter.name: parameter.default for parameter in serve.params}
    defaults = ServerSettings()
    for name in ("host", "port", "online", "coin_wait"):
        assert options[name] == getattr(defaults, name)
    assert {options[name] for name in ("data", "origins", "coin")} == {None}


# --- errors ----------------------------------------------------------------------------------


def test_unknown_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "qttt.toml"
    file.write_text("prot = 1\n")
    assert error_of(file) == f"{file}: unknown setting 'prot'; did you mean port?"
    file.write_text('xyzzy = ""\n')
    assert error_of(file).startswith(f"{file}: unknown setting 'xyzzy'; known are host, port, ")
    monkeypatch.setenv("QTTT_ORIGNS", "https://play.example")
    assert error_of() == (
        "the environment: unknown setting QTTT_ORIGNS; did you mean QTTT_ORIGINS?"
    )


def test_invalid_values(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert error_of(port=70000) == "Input should be less than or equal to 65535"
    file.write_text('log_level = "loud"\n')
    assert error_of(file).startswith(f"log_level ({file}): Input should be 'debug', 'info', ")
    monkeypatch.setenv("QTTT_METRICS", "yes")
    assert error_of() == (
        "metrics (QTTT_METRICS): 'yes' is neither off nor an address such as 127.0.0.1:9100"
    )
    monkeypatch.setenv("QTTT_METRICS", "127.0.0.1:65536")
    assert error_of().startswith("metrics (QTTT_METRICS): '127.0.0.1:65536' is neither off nor ")
    monkeypatch.setenv("QTTT_METRICS", "off")
    monkeypatch.setenv("QTTT_REDIS", "localhost:6379")
    assert error_of() == (
        "redis (QTTT_REDIS): the bus must be redis://host:6379, rediss://… with TLS, or unix://path"
    )


def test_invalid_rates() -> None:
    assert error_of(rates={"logn": "1/minute"}) == "unknown rate 'logn'; did you mean login?"
    assert error_of(rates={"login": "often"}) == (
        "the rate login must be like 10/minute or 10/minute; 100/day, not 'often'"
    )


def test_invalid_proxies() -> None:
    assert "'nearby' does not appear to be an IPv4 or IPv6 network" in error_of(proxies="nearby")


def test_networks_of_proxies_can_be_named_by_any_of_their_addresses() -> None:
    given = "127.0.0.1 172.17.0.1/16 10.0.0.1/255.0.0.0 2001:db8::1/32"
    proxies = read_settings({"proxies": given}).settings.proxies
    assert proxies == ("127.0.0.1", "172.17.0.0/16", "10.0.0.0/8", "2001:db8::/32")
    for trusted in (Proxies(proxies), _TrustedHosts(list(proxies))):
        for address in ("127.0.0.1", "172.17.9.9", "10.9.9.9", "2001:db8:9::9"):
            assert address in trusted
        assert "172.18.0.1" not in trusted


def test_invalid_android_apps() -> None:
    assert error_of(android_apps="com.example.qttt=14:6D") == (
        "'com.example.qttt=14:6D' is not a package and the SHA-256 fingerprint of its "
        "certificate, such as com.example.qttt=14:6D:…, with 32 pairs of digits"
    )


def test_invalid_retention() -> None:
    assert error_of(retention={"sesion": 1}) == (
        "unknown retention 'sesion'; did you mean session?"
    )
    assert error_of(retention={"session": 91}) == "the retention of session must be 1 to 90 days"
    assert error_of(retention={"room": 31, "room-max": 30}) == (
        "the retention of room must be at most that of room-max, 30 days"
    )
    assert error_of(retention={"room": 0}) == "the retention of room must be 1 to 3650 days"


def test_rates_that_are_not_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTTT_RATES", "login=5")
    assert error_of().startswith('the environment: error parsing value for field "rates"')


def test_unreadable_files(tmp_path: Path) -> None:
    assert error_of(tmp_path / "none") == f"{tmp_path / 'none'}: No such file or directory"
    file = tmp_path / "qttt.toml"
    file.write_text("host: here\n")
    assert error_of(file).startswith(f"{file} is not valid TOML: ")
    file.write_bytes(b"\xff")
    assert error_of(file).startswith(f"{file} is not valid TOML: ")


def test_files_that_are_too_large(tmp_path: Path) -> None:
    file = tmp_path / "qttt.toml"
    file.write_text("#" * 65_537)
    assert error_of(file) == f"{file} is larger than 65536 bytes"
    file.write_text("#" * 65_536)
    assert read_settings({}, file).settings.port == 8000


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_endless_files() -> None:
    assert error_of(Path("/dev/zero")) == "/dev/zero is larger than 65536 bytes"


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
def test_passwords_are_masked(address: str, shown: str) -> None:
    assert mask_secrets(address) == ServerSettings(data=address).display_value("data") == shown
