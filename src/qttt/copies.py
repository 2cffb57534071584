"""Copying and pickling: an object is copied whole, or not at all."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, ClassVar, NoReturn, Protocol, Self


class _Node(Protocol):
    @property
    def children(self) -> Sequence[Any]: ...


def preorder(root: _Node) -> Iterator[tuple[int, Any]]:
    """Yield the nodes of a tree with their depths.

    Trees are pickled so, because long games exceed Python's limit of recursion.
    """
    stack: list[tuple[int, Any]] = [(0, root)]
    while stack:
        depth, node = stack.pop()
        yield depth, node
        stack.extend((depth + 1, child) for child in reversed(node.children))


class IndependentCopies:
    """An object whose copies share nothing that can change, even those of ``copy.copy``."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return deepcopy(self)


class Uncopyable:
    """An object that cannot be copied or pickled, since it owns threads, processes or memory.

    ``copying`` tells users what to do instead.
    """

    copying: ClassVar[str]

    def _refuse(self, _: object = None) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be copied or pickled: {self.copying}")

    __copy__ = __deepcopy__ = __reduce_ex__ = _refuse


class RebuiltError(Exception):
    """An error that is copied by its constructor's arguments, which are not just its message."""

    _arguments: tuple[Any, ...]
    _named: dict[str, Any]

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """Store the arguments; those of ``Exception`` are what the constructor passes on."""
        error = super().__new__(cls, *arguments)
        error._arguments, error._named = arguments, named
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self._named), self._arguments, self.__dict__
