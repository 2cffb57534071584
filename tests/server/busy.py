"""Tests on a busy machine, where processes stand still for seconds."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from qttt.server.games import commands
from qttt.server.hub import hub
from qttt.server.net import heartbeats

TOLERATED_MS = 600_000


@contextmanager
def without_downtime() -> Iterator[None]:
    """Count no standstill of this process as downtime, which would be an entry of its games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "MAX_TICK_DELAY_MS", TOLERATED_MS)
        for module in (commands, heartbeats):
            patch.setattr(module, "MAX_HEARTBEAT_GAP_MS", TOLERATED_MS)
        yield
