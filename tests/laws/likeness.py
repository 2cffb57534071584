"""Comparison of objects: what they are made of, and which changing parts they share."""

import ctypes
import gc
import inspect
import mmap
import pickle
import types
from collections import deque
from enum import Enum
from pathlib import PurePath
from random import Random
from typing import Any

import numpy as np

from qttt.engine.evaluator import LearnedEvaluator
from qttt.engine.tablebase import Tablebase

NAMED = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
FOREIGN = ctypes.CFUNCTYPE(None).__mro__[1]
CONSTANTS = (*NAMED, Enum, PurePath, LearnedEvaluator, Tablebase, ctypes.CDLL, FOREIGN)
"""Never changed, and so never copied."""
BUFFERS = (np.ndarray, ctypes.Array, mmap.mmap, bytearray, Random)
"""What other code writes to, also that of an object which is called a value."""
PLAIN = (bool, int, float, complex, str, bytes, Enum, PurePath)
CONTAINERS = (list, dict, set, deque)


def likeness(thing: Any) -> Any:
    """Return a description that is equal for equal objects, whether or not they define ``==``."""
    return _Description().of(thing)


class _Description:
    def __init__(self) -> None:
        self._depths: dict[int, int] = {}

    def of(self, thing: Any) -> Any:
        if thing is None or isinstance(thing, PLAIN):
            return repr(thing)
        if isinstance(thing, NAMED):
            return getattr(thing, "__module__", None), thing.__name__
        if id(thing) in self._depths:
            return self._depths[id(thing)]
        self._depths[id(thing)] = len(self._depths)
        try:
            return self._of_parts(thing)
        finally:
            del self._depths[id(thing)]

    def _of_parts(self, thing: Any) -> Any:
        if isinstance(thing, np.ndarray):
            return str(thing.dtype), thing.shape, thing.tobytes()
        if isinstance(thing, dict) and type(thing).__reduce_ex__ is object.__reduce_ex__:
            return [(self.of(key), self.of(value)) for key, value in thing.items()]
        if isinstance(thing, set | frozenset):
            return sorted(map(repr, map(self.of, thing)))
        if type(thing) in (list, tuple):
            return [self.of(each) for each in thing]
        reduced = thing.__reduce_ex__(4)
        if isinstance(reduced, str):
            return reduced
        function, arguments, *others = reduced
        state, items, pairs = [*others, None, None, None][:3]
        if isinstance(state, dict) and not state:
            state = None  # errors get an empty one as soon as something looks for their attributes
        return [
            *map(self.of, (function, arguments, state)),
            *(self.of(list(each or ())) for each in (items, pairs)),
        ]


def shared_parts(one: Any, other: Any, *, of_values: bool) -> list[Any]:
    """Return what changes and belongs to both; of values only buffers count."""
    kinds = BUFFERS if of_values else (*BUFFERS, *CONTAINERS)
    parts = _parts(other, kinds)
    return [each for key, each in _parts(one, kinds).items() if key in parts]


def _parts(thing: Any, kinds: tuple[type, ...]) -> dict[int, Any]:
    found, seen, stack = {}, {id(thing)}, [thing]
    while stack:
        each = stack.pop()
        if isinstance(each, CONSTANTS) or inspect.isroutine(each):
            continue
        if isinstance(each, kinds) and not _is_constant(each):
            found[id(each)] = each
        for part in gc.get_referents(each):
            if id(part) not in seen:
                seen.add(id(part))
                stack.append(part)
    return found


def _is_constant(each: Any) -> bool:
    return isinstance(each, np.ndarray) and not each.flags.writeable and each.base is None


def load_all(pickles: dict[Any, bytes]) -> dict[Any, Any]:
    """Return the likeness of each unpickled object."""
    return {key: likeness(pickle.loads(data)) for key, data in pickles.items()}
