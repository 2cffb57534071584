"""The public interface: what ``__all__`` exports, found by walking the package."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import qttt


class PublicName(NamedTuple):
    """A public object, by the module that exports it."""

    module: str
    name: str
    value: object

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@cache
def public_modules() -> tuple[ModuleType, ...]:
    """Return the modules with ``__all__``: ``qttt`` first, the others sorted by name."""
    names = sorted(info.name for info in pkgutil.walk_packages(qttt.__path__, "qttt."))
    modules = (importlib.import_module(name) for name in names)
    return (qttt, *(module for module in modules if hasattr(module, "__all__")))


@cache
def public_names() -> tuple[PublicName, ...]:
    """Return every public object once, where it is exported first."""
    found: dict[int, PublicName] = {}
    for module in public_modules():
        for name in module.__all__:
            value = getattr(module, name)
            found.setdefault(id(value), PublicName(module.__name__, name, value))
    return tuple(found.values())


def public_classes() -> Iterator[type]:
    """Yield every public class."""
    return (public.value for public in public_names() if isinstance(public.value, type))


def library_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public functions and class methods, except those of the server, with names."""
    names = [each for each in public_names() if not each.module.startswith("qttt.server")]
    for each in names:
        if inspect.isfunction(each.value):
            yield str(each), each.value
        elif isinstance(each.value, type):
            for name, member in vars(each.value).items():
                if isinstance(member, classmethod) and not name.startswith("_"):
                    yield f"{each}.{name}", getattr(each.value, name)
