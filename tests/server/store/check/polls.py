"""Checks of polls: their changes, and concurrent answers."""

import asyncio
from dataclasses import replace

from qttt.server.store.calling_off import ClosedRooms
from qttt.server.store.polls import Poll, PollAnswer, PollQuestion, PollStatus
from qttt.server.store.store import Store

from .common import CALLERS, NOW, expect
from .rooms import ROOM

QUESTION = PollQuestion("choice", "Where?", ("here", "“there”"))
PLACED = PollQuestion("entangled", "", (), "goff", "12/23", ("X1", "O2"))
LIMIT = 3


async def check_polls(store: Store) -> None:
    """The last poll of a room has its stage and the last answer of each member."""
    polls, code = store.polls, ROOM.code
    await store.rooms.add(ROOM)
    expect("no poll", None, await polls.last(code))
    expect("the first poll", True, await polls.add(code, QUESTION, NOW, LIMIT))
    first = Poll(code, 1, QUESTION, NOW)
    expect("the poll", first, await polls.last(code))
    answers = [PollAnswer(1, 2, "1"), PollAnswer(1, 1, "1"), PollAnswer(1, 2, "2")]
    expect("answers", [True] * 3, [await polls.answer(code, 1, answer) for answer in answers])
    answered = (answers[1], answers[2])
    expect("the last answers", answered, (now := await polls.last(code)) and now.answers)
    late = PollAnswer(2, 1, "2")
    expect("an answer in a later round", False, await polls.answer(code, 1, late))
    expect("showing it", True, await polls.change(code, 1, ("asking", 1), ("shown", 1)))
    expect("showing it twice", False, await polls.change(code, 1, ("asking", 1), ("shown", 1)))
    expect("asking again", True, await polls.change(code, 1, ("shown", 1), ("asking", 2)))
    expect("an answer in an earlier round", False, await polls.answer(code, 1, answers[0]))
    expect("an answer in the second round", True, await polls.answer(code, 1, late))
    after = Poll(code, 1, QUESTION, NOW, "asking", 2, (*answered, late))
    expect("the poll in its second round", after, await polls.last(code))
    expect("its status", PollStatus(1, "asking", 2, 1), await polls.status(code))
    expect("the second poll", True, await polls.add(code, PLACED, NOW + 1, LIMIT))
    expect("its state", Poll(code, 2, PLACED, NOW + 1), await polls.last(code))
    over = replace(after, stage="over")
    expect("all polls", [over, Poll(code, 2, PLACED, NOW + 1)], await polls.all_of(code))
    expect("the status of the last", PollStatus(2, "asking", 1, 0), await polls.status(code))
    expect("an answer to the poll before", False, await polls.answer(code, 1, late))
    questions = (PLACED, QUESTION, QUESTION, PLACED)
    added = [await polls.add(code, question, NOW, LIMIT) for question in questions]
    expect("polls up to the limit", [True, True, True, False], added)
    expect("the number of polls", LIMIT, len(await polls.all_of(code)))
    await store.rooms.delete_expired(NOW + 9, NOW + 9)
    expect("a poll of a deleted room", None, await polls.last(code))


async def check_races_in_polls(store: Store) -> None:
    """Concurrent answers, a step and a new poll: what was acknowledged counts, once."""
    polls, code = store.polls, ROOM.code
    await store.rooms.add(ROOM)
    await polls.add(code, QUESTION, NOW, LIMIT)
    sent = [PollAnswer(1, number % CALLERS + 1, "1") for number in range(2 * CALLERS)]
    *stored, shown = await asyncio.gather(
        *(polls.answer(code, 1, each) for each in sent),
        polls.change(code, 1, ("asking", 1), ("shown", 1)),
    )
    expect("the step during the answers", True, shown)
    counted = {each for each, is_stored in zip(sent, stored, strict=True) if is_stored}
    last = await polls.last(code)
    expect("the acknowledged answers", counted, set(last.answers) if last else None)
    repeated = await asyncio.gather(*(polls.add(code, PLACED, NOW, LIMIT) for _ in range(CALLERS)))
    expect("one question, asked at once", [True] * CALLERS, repeated)
    expect("is one poll", 2, len(await polls.all_of(code)))
    questions = [replace(QUESTION, text=str(number)) for number in range(CALLERS)]
    added = await asyncio.gather(*(polls.add(code, each, NOW, LIMIT) for each in questions))
    expect("polls added at once", LIMIT - 2, sum(added))


async def check_polls_of_deleted_teachers(store: Store) -> None:
    """Polls are deleted with the account of their teacher."""
    polls, code = store.polls, ROOM.code
    await store.rooms.add(ROOM)
    await polls.add(code, QUESTION, NOW, LIMIT)
    await polls.answer(code, 1, PollAnswer(1, 1, "1"))
    deleted = await store.accounts.delete_user(ROOM.teacher, NOW, NOW)
    expect("deleting the teacher", ClosedRooms((code,)), deleted)
    expect("a poll of a deleted teacher", None, await polls.last(code))
    # A poll with the same number would show its answers.
    await polls.add(code, QUESTION, NOW, LIMIT)
    expect("its answers", (), (new := await polls.last(code)) and new.answers)
