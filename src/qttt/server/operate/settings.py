"""What a server can be told, and by whom: an option, else the environment, a file, or nobody.

Nothing that is said and not understood is passed over: a name that no setting has is refused, with
the one that was probably meant.
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

from qttt.server.api import LIMITS
from qttt.server.api.origins import read_origin
from qttt.server.errors import ServerError

PREFIX = "QTTT_"
CONFIG = "QTTT_CONFIG"
"""The variable that names the file, where no option does."""
OTHERS = frozenset({CONFIG, "QTTT_BOT_TOKEN", "QTTT_CHROMIUM", "QTTT_WEB"})
"""Variables of that prefix which are no settings: they are for programs, builds and tests."""
OPTION, DEFAULT = "option", "default"
SECRET = re.compile(r"(?<=:)[^:/@\s]+(?=@)|(?<=[?&]password=)[^&\s]+")


class SettingsError(ServerError):
    """A setting cannot be read, or there is none of that name; the message says where and why."""


def _parts(value: object) -> object:
    """The parts of a text in which commas or spaces part them; a list is taken as it is."""
    return value.replace(",", " ").split() if isinstance(value, str) else value


def _networks(value: tuple[str, ...]) -> tuple[str, ...]:
    for each in value:
        ip_network(each, strict=False)
    return value


def _origins(value: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(map(read_origin, value))
    except ServerError as error:
        raise ValueError(str(error)) from error


def _metrics(value: str) -> str:
    if value != "off" and not METRICS.fullmatch(value):
        raise ValueError(f"{value!r} is neither off nor an address such as 127.0.0.1:9100")
    return value


def _bus(value: str) -> str:
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        raise ValueError("a bus is redis://host:6379, rediss://… with TLS, or unix://path")
    return value


def _rates(value: dict[str, str]) -> dict[str, str]:
    for name, text in value.items():
        if name not in LIMITS:
            raise ValueError(unknown(f"rate {name!r}", name, LIMITS))
        try:
            parse_many(text)
        except ValueError as error:
            raise ValueError(
                f"the rate {name} is written 10/minute or 10/minute; 100/day, not {text!r}"
            ) from error
    return value


METRICS = re.compile(r"\[?[\w.:-]+\]?:\d{1,5}")
Texts = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_parts)]


class Settings(BaseSettings):
    """Everything that ``qttt serve`` can be told."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = Field(
        default="127.0.0.1", description="Where it listens; `0.0.0.0` lets the network in."
    )
    port: int = Field(default=8000, ge=0, le=65535, description="The port; 0 is any that is free.")
    data: str = Field(
        default="",
        description="Where games are kept: a file, a folder, or `postgresql://user@host/database`; "
        "empty is the user's own folder.",
    )
    origins: Annotated[Texts, AfterValidator(_origins)] = Field(
        default=(),
        description="The addresses at which browsers reach the app, `https://play.example`.",
    )
    online: bool = Field(default=True, description="Whether people can play each other.")
    chat: bool = Field(
        default=False, description="Whether players can write to each other, if both want it."
    )
    redis: Annotated[str, AfterValidator(_bus)] = Field(
        default="",
        description="Redis or Valkey between several processes; empty where there is one.",
    )
    coin: str = Field(default="", description="Who decides where chance does; empty is the system.")
    coin_wait: float = Field(
        default=30.0, ge=0.1, description="So many seconds a device has for a bit."
    )
    proxies: Annotated[Texts, AfterValidator(_networks)] = Field(
        default=("127.0.0.1", "::1"),
        description="Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed: addresses or "
        "networks of proxies.",
    )
    sockets: int = Field(
        default=20_000, ge=1, description="So many sockets at once, in this process."
    )
    sockets_per_address: int = Field(
        default=500, ge=1, description="So many from one address; a whole school can be behind one."
    )
    rates: Annotated[dict[str, str], AfterValidator(_rates)] = Field(
        default={}, description="Other limits than usual on how often something may be asked."
    )
    patience: float = Field(
        default=10.0, ge=0.5, le=300, description="So many seconds it may take to stop in order."
    )
    metrics: Annotated[str, AfterValidator(_metrics)] = Field(
        default="off",
        description="Where Prometheus reads measurements, `127.0.0.1:9100`, or `off`.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is worth a line on standard error."
    )
    log_format: Literal["auto", "console", "json"] = Field(
        default="auto", description="`auto` is lines for people on a terminal, and JSON elsewhere."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *others: PydanticBaseSettingsSource,
        **more: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What it is made with and nothing else: ``read_settings`` asks the other sources."""
        return (init_settings,)

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Host and port for Prometheus; None if nothing is measured."""
        if self.metrics == "off":
            return None
        host, _, port = self.metrics.rpartition(":")
        return host.strip("[]"), int(port)

    def shown(self, name: str) -> str:
        """The value of one setting as it may be seen by anybody."""
        value = getattr(self, name)
        if isinstance(value, dict):
            value = tuple(f"{key}={text!r}" for key, text in value.items())
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        return masked(text) or "–"


class Effective(NamedTuple):
    """Settings, and where each was said: ``option``, a variable, a file, or ``default``."""

    settings: Settings
    said: Mapping[str, str]


def masked(text: str) -> str:
    """The text without the passwords of the addresses in it.

    >>> masked("postgresql://qttt:hunter2@db/qttt")
    'postgresql://qttt:***@db/qttt'
    """
    return SECRET.sub("***", text)


def unknown(what: str, name: str, known: Mapping[str, object]) -> str:
    """There is nothing of that name; it names the nearest that there is.

    >>> unknown("setting 'prot'", "prot", {"host": 1, "port": 2})
    "there is no setting 'prot'; is port meant?"
    """
    near = get_close_matches(name, known, 1, cutoff=0.5)
    told = f"is {near[0]} meant?" if near else f"there are {', '.join(known)}"
    return f"there is no {what}; {told}"


def read_settings(options: Mapping[str, object], file: Path | None = None) -> Effective:
    """The settings that hold: ``options`` before the environment, before the file.

    Raises ``SettingsError``, naming the place, for what no setting can be.
    """
    named = file or _named_file()
    held = _from_file(named) if named else {}
    layers = [(str(named), held), (None, _from_environment()), (OPTION, dict(options))]
    values: dict[str, object] = {}
    said = dict.fromkeys(Settings.model_fields, DEFAULT)
    for where, layer in layers:
        values |= layer
        said |= {name: where or PREFIX + name.upper() for name in layer}
    try:
        return Effective(Settings.model_validate(values), said)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        told = str(first["msg"]).removeprefix("Value error, ")
        where = "" if said[name] == OPTION else f"{name} ({said[name]}): "
        raise SettingsError(f"{where}{masked(told)}") from error


def _named_file() -> Path | None:
    name = os.environ.get(CONFIG)
    return Path(name) if name else None


def _from_environment() -> dict[str, Any]:
    names = {PREFIX + name.upper(): name for name in Settings.model_fields}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in names and name not in OTHERS:
            raise SettingsError(f"the environment: {unknown(f'setting {name}', name, names)}")
    try:
        return EnvSettingsSource(Settings, env_ignore_empty=True)()
    except UnreadableError as error:
        raise SettingsError(f"the environment: {error}") from error


def _from_file(path: Path) -> dict[str, Any]:
    try:
        held = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path} is no TOML: {error}") from error
    for name in held:
        if name not in Settings.model_fields:
            told = unknown(f"setting {name!r}", name, Settings.model_fields)
            raise SettingsError(f"{path}: {told}")
    return held
