"""Settings from options, environment variables, a configuration file and defaults, in that order.

Unknown settings are rejected with a suggestion.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from limits import parse_many
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings.exceptions import SettingsError as UnreadableError

from qttt.server.android import parse_android_app
from qttt.server.errors import ServerError
from qttt.server.push.subscriptions import PUSH_SERVICES, parse_service
from qttt.server.rates import LIMITS
from qttt.server.retention import MAX_DAYS, RETENTION_DAYS
from qttt.server.text import parse_origin

PREFIX = "QTTT_"
CONFIG_VARIABLE = "QTTT_CONFIG"
"""The variable with the path of the configuration file, unless an option names it."""
OTHER_VARIABLES = frozenset({CONFIG_VARIABLE, "QTTT_BOT_TOKEN", "QTTT_CHROMIUM", "QTTT_WEB"})
"""Other variables with that prefix: for bots, builds and tests."""
MAX_FILE_BYTES = 64 * 1024
MAX_PORT = 65535
OPTION, DEFAULT = "option", "default"
SECRET = re.compile(r"(?<=:)[^:/@\s]+(?=@)|(?<=[?&]password=)[^&\s]+")


class SettingsError(ServerError):
    """An invalid or unknown setting; the message says where it was set."""


def _split(value: object) -> object:
    """Split text at commas and spaces; return a list unchanged."""
    return value.replace(",", " ").split() if isinstance(value, str) else value


def _networks(value: tuple[str, ...]) -> tuple[str, ...]:
    """Return networks without the bits of a host, which not all readers of the setting accept."""
    networks = [str(ip_network(network, strict=False)) for network in value]
    return tuple(
        parsed if "/" in text else text for text, parsed in zip(value, networks, strict=True)
    )


def _origins(value: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(map(parse_origin, value))
    except ServerError as error:
        raise ValueError(str(error)) from error


def _metrics(value: str) -> str:
    is_address = METRICS.fullmatch(value) and int(value.rpartition(":")[2]) <= MAX_PORT
    if value != "off" and not is_address:
        raise ValueError(f"{value!r} is neither off nor an address such as 127.0.0.1:9100")
    return value


def _bus(value: str) -> str:
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError("the bus must be redis://host:6379, rediss://… with TLS, or unix://path")
    return value


def _push(value: str) -> str:
    if value != "off" and not MAILBOX.fullmatch(value):
        raise ValueError(f"{value!r} is neither off nor an e-mail address")
    return value


def _push_services(value: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(parse_service, value))


def _android_apps(value: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(parse_android_app, value))


def _rates(value: dict[str, str]) -> dict[str, str]:
    for name, text in value.items():
        if name not in LIMITS:
            raise ValueError(unknown_message(f"rate {name!r}", name, LIMITS))
        try:
            parse_many(text)
        except ValueError as error:
            raise ValueError(
                f"the rate {name} must be like 10/minute or 10/minute; 100/day, not {text!r}"
            ) from error
    return value


def _retention(value: dict[str, int]) -> dict[str, int]:
    for kind, days in value.items():
        if kind not in RETENTION_DAYS:
            raise ValueError(unknown_message(f"retention {kind!r}", kind, RETENTION_DAYS))
        if not 1 <= days <= MAX_DAYS[kind]:
            raise ValueError(f"the retention of {kind} must be 1 to {MAX_DAYS[kind]} days")
    longest = value.get("room-max", RETENTION_DAYS["room-max"])
    if value.get("room", RETENTION_DAYS["room"]) > longest:
        raise ValueError(f"the retention of room must be at most that of room-max, {longest} days")
    return value


MAILBOX = re.compile(r"[\w.+-]+@[\w.-]+", re.ASCII)
METRICS = re.compile(r"\[?[\w.:-]+\]?:\d{1,5}")
Texts = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


class ServerSettings(BaseSettings):
    """The settings of ``qttt serve``."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = Field(
        default="127.0.0.1", description="The address to listen on; `0.0.0.0` for all networks."
    )
    port: int = Field(default=8000, ge=0, le=MAX_PORT, description="The port; 0 for any free one.")
    data: str = Field(
        default="",
        description="The store: a file, a folder, or `postgresql://user@host/database`; "
        "empty for the user's data folder.",
    )
    origins: Annotated[Texts, AfterValidator(_origins)] = Field(
        default=(),
        description="The origins at which browsers reach the app, such as `https://play.example`.",
    )
    online: bool = Field(default=True, description="Whether users can play each other.")
    announce: bool = Field(
        default=True,
        description="Whether the server announces itself in the local network and lists others "
        "there; never if it listens to this machine only.",
    )
    chat: bool = Field(default=False, description="Whether opponents can chat, if both opt in.")
    redis: Annotated[str, AfterValidator(_bus)] = Field(
        default="",
        description="Redis or Valkey for several processes; empty for one process.",
    )
    coin: str = Field(
        default="", description="The source of random bits; empty for the operating system's."
    )
    coin_wait: float = Field(
        default=30.0, ge=0.1, description="Timeout in seconds for a random bit of a device."
    )
    proxies: Annotated[Texts, AfterValidator(_networks)] = Field(
        default=("127.0.0.1", "::1"),
        description="Addresses or networks of proxies whose `X-Forwarded-For` and "
        "`X-Forwarded-Proto` are trusted.",
    )
    sockets: int = Field(
        default=20_000, ge=1, description="Maximum number of open sockets in this process."
    )
    sockets_per_address: int = Field(
        default=500,
        ge=1,
        description="Maximum number per address, which a whole school can share; half of them "
        "for strangers.",
    )
    rates: Annotated[dict[str, str], AfterValidator(_rates)] = Field(
        default={}, description="Rate limits that differ from the defaults."
    )
    retention: Annotated[dict[str, int], AfterValidator(_retention)] = Field(
        default={}, description="Days for which data is kept that differ from the defaults."
    )
    push: Annotated[str, AfterValidator(_push)] = Field(
        default="webmaster@localhost",
        description="The e-mail address that push services can write to, or `off` for no "
        "notifications.",
    )
    push_services: Annotated[Texts, AfterValidator(_push_services)] = Field(
        default=PUSH_SERVICES,
        description="The push services to which notifications are sent: hosts, `*.` before all "
        "names below one, or the origin of your own.",
    )
    android_apps: Annotated[Texts, AfterValidator(_android_apps)] = Field(
        default=(),
        description="Android apps from a store that wrap this one: package and SHA-256 fingerprint "
        "of the certificate, such as `com.example.qttt=14:6D:…`.",
    )
    shutdown_timeout_s: float = Field(
        default=10.0, ge=0.5, le=300, description="Timeout in seconds for a graceful shutdown."
    )
    metrics: Annotated[str, AfterValidator(_metrics)] = Field(
        default="off",
        description="The address of the Prometheus metrics, such as `127.0.0.1:9100`, or `off`.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The minimum level of log lines on standard error."
    )
    log_format: Literal["auto", "console", "json"] = Field(
        default="auto", description="`auto` is readable text on a terminal and otherwise JSON."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *others: PydanticBaseSettingsSource,
        **more: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use only the arguments; ``read_settings`` merges the other sources."""
        return (init_settings,)

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Host and port for Prometheus, or None if metrics are off."""
        if self.metrics == "off":
            return None
        host, _, port = self.metrics.rpartition(":")
        return host.strip("[]"), int(port)

    def display_value(self, name: str) -> str:
        """Return the value of a setting as text, without passwords."""
        value = getattr(self, name)
        if isinstance(value, dict):
            value = tuple(f"{key}={text!r}" for key, text in value.items())
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        return mask_secrets(text) or "–"


class EffectiveSettings(NamedTuple):
    """Settings, with the source of each: ``option``, a variable, a file, or ``default``."""

    settings: ServerSettings
    sources: Mapping[str, str]


def mask_secrets(text: str) -> str:
    """Return the text with passwords in URLs replaced by ``***``.

    >>> mask_secrets("postgresql://qttt:hunter2@db/qttt")
    'postgresql://qttt:***@db/qttt'
    """
    return SECRET.sub("***", text)


def unknown_message(what: str, name: str, known: Mapping[str, object]) -> str:
    """Return an error message with the most similar known name, or all names.

    >>> unknown_message("setting 'prot'", "prot", {"host": 1, "port": 2})
    "unknown setting 'prot'; did you mean port?"
    """
    near = get_close_matches(name, known, 1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    return f"unknown {what}; {hint}"


def read_settings(options: Mapping[str, object], file: Path | None = None) -> EffectiveSettings:
    """Merge the settings: options override the environment, which overrides the file.

    Raises ``SettingsError``, naming the source, for an invalid or unknown setting.
    """
    path = file or _configured_file()
    from_file = _from_file(path) if path else {}
    layers = [(str(path), from_file), (None, _from_environment()), (OPTION, dict(options))]
    values: dict[str, object] = {}
    sources = dict.fromkeys(ServerSettings.model_fields, DEFAULT)
    for where, layer in layers:
        values |= layer
        sources |= {name: where or PREFIX + name.upper() for name in layer}
    try:
        return EffectiveSettings(ServerSettings.model_validate(values), sources)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        message = str(first["msg"]).removeprefix("Value error, ")
        where = "" if sources[name] == OPTION else f"{name} ({sources[name]}): "
        raise SettingsError(f"{where}{mask_secrets(message)}") from error


def _configured_file() -> Path | None:
    name = os.environ.get(CONFIG_VARIABLE)
    return Path(name) if name else None


def _from_environment() -> dict[str, Any]:
    names = {PREFIX + name.upper(): name for name in ServerSettings.model_fields}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in names and name not in OTHER_VARIABLES:
            raise SettingsError(
                f"the environment: {unknown_message(f'setting {name}', name, names)}"
            )
    try:
        return EnvSettingsSource(ServerSettings, env_ignore_empty=True)()
    except UnreadableError as error:
        raise SettingsError(f"the environment: {error}") from error


def _from_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE_BYTES + 1)
        if len(text) > MAX_FILE_BYTES:
            raise SettingsError(f"{path} is larger than {MAX_FILE_BYTES} bytes")
        values = tomllib.loads(text.decode())
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path} is not valid TOML: {error}") from error
    for name in values:
        if name not in ServerSettings.model_fields:
            message = unknown_message(f"setting {name!r}", name, ServerSettings.model_fields)
            raise SettingsError(f"{path}: {message}")
    return values
