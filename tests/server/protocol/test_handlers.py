"""Every message has a handler, on both sides of the socket and between processes."""

import ast
import inspect
from collections.abc import Callable
from types import ModuleType, UnionType
from typing import get_args

import pytest

from qttt.server.hub import bus_messages
from qttt.server.hub.hub import Hub
from qttt.server.hub.other_processes import OtherProcesses
from qttt.server.protocol import incoming, outgoing


@pytest.mark.parametrize(
    ("module", "union"),
    [
        (incoming, incoming.Message),
        (outgoing, outgoing.ServerMessage),
        (bus_messages, bus_messages.BusMessage),
    ],
)
def test_every_type_of_message_is_in_the_union(module: ModuleType, union: UnionType) -> None:
    """One that is not can be neither parsed nor handled."""
    defined = {
        each
        for name, each in vars(module).items()
        if getattr(each, "__module__", "") == module.__name__ and not name.startswith("_")
    }
    tagged = {each for each in defined if getattr(each, "__struct_config__", None)}
    assert {each for each in tagged if each.__struct_config__.tag} <= set(get_args(union))


@pytest.mark.parametrize(
    ("handler", "union"),
    [
        (Hub._dispatch, incoming.Message),
        (OtherProcesses.receive, bus_messages.BusMessage),
    ],
)
def test_the_server_handles_every_message(handler: Callable[..., None], union: UnionType) -> None:
    """The web app's handlers are tested in ``web/tests/online/messages.test.ts``."""
    tree = ast.parse(inspect.getsource(handler).strip(), mode="exec")
    handled = {
        node.cls.id
        for node in ast.walk(tree)
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)
    }
    assert handled == {argument.__name__ for argument in get_args(union)}
