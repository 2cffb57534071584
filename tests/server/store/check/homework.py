"""Checks of homework: answers that are sent again, concurrent devices, and deletion."""

import asyncio
from dataclasses import replace

from qttt.server.protocol.shared import HomeworkTry
from qttt.server.store.calling_off import ClosedRooms
from qttt.server.store.homework import Homework, HomeworkPupil
from qttt.server.store.store import Store

from .common import CALLERS, NOW, expect

SET = Homework("HHHHHH", "“Loops”", "anna", ("puzzle goff -", "step loop"), NOW, NOW + 10, NOW + 20)
PUPILS = (HomeworkPupil(1, "Zoë", "KKKKK2"), HomeworkPupil(2, "17", "KKKKK3"))
LIMIT = 40


def tries(*ids: str) -> list[HomeworkTry]:
    return [HomeworkTry(id_, 1, "@5") for id_ in ids]


async def check_homework(store: Store) -> None:
    """Each answer is stored once, in the order of arrival, up to the limit."""
    homework, code = store.homework, SET.code
    expect("new homework", "stored", await homework.add(SET, PUPILS, 2))
    in_use = await homework.add(replace(SET, title=""), PUPILS, 2)
    expect("the same code", "code-in-use", in_use)
    expect("the homework", SET, await homework.homework(code, NOW))
    expect("another code", None, await homework.homework("HHHHH2", NOW))
    later = replace(SET, code="HHHHH3", created=NOW + 1)
    expect("later homework", "stored", await homework.add(later, PUPILS[:1], 2))
    more = replace(later, code="HHHHH4")
    expect("too much homework", "too-many", await homework.add(more, PUPILS, 2))
    expect("the list", [later, SET], await homework.of_teacher("anna", NOW))
    expect("another teacher's", [], await homework.of_teacher("bert", NOW))
    expect("the pupils", list(PUPILS), await homework.pupils(code))
    first = await homework.hand_in(code, "KKKKK2", tries("a", "b", "a"), NOW + 5, LIMIT)
    a, b, c = (replace(attempt, at=NOW + 5) for attempt in tries("a", "b", "c"))
    expect("answers", (PUPILS[0], [a, b]), first)
    again = await homework.hand_in(code, "KKKKK2", tries("b", "c"), NOW + 6, LIMIT)
    expect("sent again", (PUPILS[0], [a, b, replace(c, at=NOW + 6)]), again)
    expect("an unknown key", None, await homework.hand_in(code, "KKKKK4", tries("a"), NOW, LIMIT))
    expect("another homework's key", None, await homework.hand_in("HHHHH3", "KKKKK3", [], 1, LIMIT))
    other = await homework.hand_in(code, "KKKKK3", tries("a"), NOW + 7, LIMIT)
    expect("the same id of another pupil", (PUPILS[1], [replace(a, at=NOW + 7)]), other)
    full = await homework.hand_in(code, "KKKKK3", tries("b", "c"), NOW + 8, 2)
    expect("the limit", ["a", "b"], [each.id for each in full[1]] if full else None)
    stored = {number: [e.id for e in some] for number, some in (await homework.tries(code)).items()}
    expect("all answers", {1: ["a", "b", "c"], 2: ["a", "b"]}, stored)


async def check_races_in_homework(store: Store) -> None:
    """Concurrent devices of a pupil: each answer counts once; concurrent sets keep the limit."""
    sets = [replace(SET, code=f"HHHHH{n}") for n in range(CALLERS)]
    added = await asyncio.gather(*(store.homework.add(each, PUPILS, 2) for each in sets))
    expect("sets within the limit", 2, added.count("stored"))
    for each in sets:
        await store.homework.delete(each.code)
    await store.homework.add(SET, PUPILS, LIMIT)
    sent = [tries(f"{n}", f"{n + 1}") for n in range(CALLERS)]
    await asyncio.gather(
        *(store.homework.hand_in(SET.code, "KKKKK2", each, NOW, LIMIT) for each in sent)
    )
    stored = (await store.homework.tries(SET.code))[1]
    ids = sorted(str(n) for n in range(CALLERS + 1))
    expect("the answers", ids, sorted(each.id for each in stored))


async def check_deletion_of_homework(store: Store) -> None:
    """What is deleted or has expired cannot be found or added to."""
    homework, code = store.homework, SET.code
    await homework.add(SET, PUPILS, LIMIT)
    for key in ("KKKKK2", "KKKKK3"):
        await homework.hand_in(code, key, tries("a"), NOW, LIMIT)
    expect("deleting a pupil", True, await homework.delete_pupil(code, 1))
    expect("deleting them again", False, await homework.delete_pupil(code, 1))
    expect("their key", None, await homework.hand_in(code, "KKKKK2", [], NOW, LIMIT))
    expect("the others", [2], list(await homework.tries(code)))
    expect("changing the end", True, await homework.change(code, NOW + 30, NOW + 40))
    changed = replace(SET, due=NOW + 30, expires=NOW + 40)
    expect("the changed end", changed, await homework.homework(code, NOW + 39))
    expect("after its end", None, await homework.homework(code, NOW + 40))
    expect("the list after it", [], await homework.of_teacher("anna", NOW + 40))
    await homework.delete_expired(NOW + 39)
    expect("not expired", changed, await homework.homework(code, NOW))
    await homework.delete_expired(NOW + 40)
    expect("expired", None, await homework.homework(code, NOW))
    expect("answers of expired homework", {}, await homework.tries(code))
    expect("changing what is gone", False, await homework.change(code, NOW, NOW))
    await homework.add(SET, PUPILS, LIMIT)
    expect("new answers", (PUPILS[0], []), await homework.hand_in(code, "KKKKK2", [], NOW, LIMIT))
    await homework.delete(code)
    expect("deleted homework", None, await homework.homework(code, NOW))
    await homework.add(SET, PUPILS, LIMIT)
    await homework.hand_in(code, "KKKKK2", tries("a"), NOW, LIMIT)
    expect(
        "deleting the teacher", ClosedRooms(), await store.accounts.delete_user("anna", NOW, NOW)
    )
    expect("a deleted teacher's", None, await homework.homework(code, NOW))
