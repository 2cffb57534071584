import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Connection } from "../../src/online/connection.svelte";
import type { PollProgress } from "../../src/generated/messages";
import type { Poll } from "../../src/school/polls";
import { Online } from "../../src/online/online.svelte";
import { FollowedRoom } from "../../src/school/room.svelte";
import {
  type Room,
  type RoomGame,
  RoomService,
  boardsOf,
  codeText,
  gameOf,
  isRoundRobinOver,
  idleIn,
  membersOfOpenRoom,
} from "../../src/school/rooms";
import { Service, ServiceError } from "../../src/online/service";
import { Server } from "../online/server";
import { ROOM } from "./room";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const member = (number: number) =>
  ({ number, name: `pupil ${number}`, presence: "here", missing: false }) as const;

const played = (game: string, x: number, o: number, more: Partial<RoomGame> = {}): RoomGame => ({
  ...{ game, round: 1, x, o, result: null, off: false },
  ...more,
});

function room(games: readonly RoomGame[], more: Partial<Room> = {}): Room {
  return { ...ROOM, members: [1, 2, 3].map(member), games, ...more };
}

test("a member’s game is the running one", () => {
  const over = played("a", 1, 2, { result: "1-0" });
  const off = played("b", 1, 3, { off: true });
  expect(gameOf(room([over, off]), 1)).toBeNull();
  expect(gameOf(room([over, played("c", 3, 1)]), 1)?.game).toBe("c");
});

test("a round robin shows the boards of the current round", () => {
  const games = [played("a", 1, 2, { result: "1-0" }), played("b", 1, 3, { round: 2 })];
  const now = room(games, { round: 2 });
  expect(boardsOf(now).map(({ game }) => game)).toEqual(["b"]);
  expect(idleIn(now).map(({ number }) => number)).toEqual([2]);
});

test("a board of an arena stays until one of its players has a new game", () => {
  const first = played("a", 1, 2, { result: "1-0", round: 0 });
  const second = played("b", 3, 1, { round: 0 });
  const boards = (games: RoomGame[]) =>
    boardsOf(room(games, { kind: "arena", round: 0, rounds: 0 })).map(({ game }) => game);
  expect(boards([first])).toEqual(["a"]);
  expect(boards([first, second])).toEqual(["b"]);
  expect(boards([{ ...first, off: true }])).toEqual([]);
});

test("a round robin ends with its last round", () => {
  const last = played("a", 1, 2, { round: 3 });
  expect(isRoundRobinOver(room([last], { round: 3 }))).toBe(false);
  expect(isRoundRobinOver(room([{ ...last, result: "1-0" }], { round: 3 }))).toBe(true);
  expect(isRoundRobinOver(room([], { round: 2 }))).toBe(false);
  expect(isRoundRobinOver(room([], { round: 0, rounds: 0 }))).toBe(false);
});

test("a code is displayed in two groups", () => {
  expect(codeText("K7MQ2X")).toBe("K7M Q2X");
});

/** A room on a server whose responses are triggered by the test. */
function followed(more: Partial<Room> = {}): {
  server: Server;
  followed: FollowedRoom;
  answer: (title: string) => void;
} {
  const server = new Server();
  const waiting: ((title: string) => void)[] = [];
  const service = new Service(
    () =>
      new Promise((resolve) =>
        waiting.push((title) => resolve(Response.json(room([], { title, ...more })))),
      ),
  );
  const online = new Online(service, new Connection("ws://here", server.opener(null)));
  return {
    server,
    followed: new FollowedRoom(online, "K7MQ2X"),
    answer: (title) => waiting.shift()?.(title),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(1);

test("a room is requested again when the server reports a change", async () => {
  const { server, followed: here, answer } = followed();
  await settle();
  expect(server.orders).toContainEqual({ t: "room", room: "K7MQ2X" });
  answer("first");
  answer("second");
  await settle();
  expect(here.room?.title).toBe("second");
  for (const socket of server.sockets) socket.push({ t: "room", room: "OTHER2" });
  for (const socket of server.sockets) socket.push({ t: "room", room: "K7MQ2X" });
  answer("third");
  await settle();
  expect(here.room?.title).toBe("third");
});

test("answers are counted without a request; another poll or stage is loaded", async () => {
  const poll = { number: 1, stage: "asking", round: 1, answers: 2 } as Poll;
  const { server, followed: here, answer } = followed({ poll });
  await settle();
  answer("first");
  answer("second");
  await settle();
  const push = async (more: Partial<PollProgress>): Promise<void> => {
    const now = { room: "K7MQ2X", poll: 1, stage: "asking", round: 1, answers: 4 };
    const progress = { t: "poll", ...now } as const;
    for (const socket of server.sockets) socket.push({ ...progress, ...more });
    answer("loaded");
    await settle();
  };
  await push({});
  await push({ answers: 3 });
  await push({ room: "OTHER2", stage: "shown" });
  expect([here.room?.poll?.answers, here.room?.title]).toEqual([4, "second"]);
  await push({ stage: "shown" });
  expect(here.room?.title).toBe("loaded");
});

test("the teacher sees who has answered: one request for all answers meanwhile", async () => {
  const poll = {
    number: 1,
    stage: "asking",
    round: 1,
    answers: 0,
    answered: [1],
  } as unknown as Poll;
  const { server, followed: here, answer } = followed({ poll });
  await settle();
  answer("first");
  answer("second");
  await settle();
  for (const answers of [1, 2, 3]) {
    const now = { room: "K7MQ2X", poll: 1, stage: "asking", round: 1, answers } as const;
    for (const socket of server.sockets) socket.push({ t: "poll", ...now });
  }
  await settle();
  expect(here.room?.poll?.answers).toBe(3);
  answer("third");
  await settle();
  answer("fourth");
  await settle();
  answer("one too many");
  await settle();
  expect(here.room?.title).toBe("fourth");
});

test("a late response does not replace a newer one", async () => {
  const { followed: here, answer } = followed();
  await settle();
  await here.act(() => Promise.resolve(room([], { title: "now" })));
  answer("before");
  answer("before");
  await settle();
  expect(here.room?.title).toBe("now");
});

test("a request that overtakes an action does not hide what the action changed", async () => {
  const { followed: here, server, answer } = followed();
  await settle();
  answer("first");
  answer("second");
  await settle();
  let finish = (_: Room): void => undefined;
  const acted = here.act(() => new Promise((resolve) => (finish = resolve)));
  for (const socket of server.sockets) socket.push({ t: "room", room: "K7MQ2X" });
  answer("state before the action");
  await settle();
  finish(room([], { title: "response" }));
  await settle();
  answer("state after the action");
  await acted;
  expect(here.room?.title).toBe("state after the action");
});

test("a rejection is reported, and the room is kept", async () => {
  const { followed: here, answer } = followed();
  await settle();
  answer("first");
  await settle();
  const rejection = new Error("not now");
  await here.act(() => Promise.reject(rejection));
  expect([here.rejected, here.room?.title]).toEqual([rejection, "first"]);
  answer("second");
  await settle();
  expect([here.rejected, here.room?.title]).toEqual([rejection, "second"]);
  await here.act(() => Promise.resolve(room([])));
  expect(here.rejected).toBeNull();
});

test("a refused action shows what has changed meanwhile", async () => {
  const { followed: here, answer } = followed();
  await settle();
  answer("first");
  answer("second");
  await settle();
  await here.act(() => Promise.reject(new ServiceError("stale", "another question")));
  answer("another question");
  await settle();
  expect(here.room?.title).toBe("another question");
});

/** A room whose next requests are answered by these responses, and later ones by the room. */
function unsteady(...responses: (() => Promise<Response>)[]) {
  const server = new Server();
  const fetch = vi.fn(() => responses.shift()?.() ?? Promise.resolve(Response.json(room([]))));
  const online = new Online(new Service(fetch), new Connection("ws://here", server.opener(null)));
  return { server, fetch, responses, followed: new FollowedRoom(online, "K7MQ2X") };
}

const outage = () => Promise.reject(new TypeError("no network"));
const busy = () => Promise.resolve(Response.json({ error: "busy" }, { status: 503 }));

test("failed requests are repeated until the room is loaded", async () => {
  const { followed: here } = unsteady(outage, outage, busy);
  await settle();
  expect(here).toMatchObject({ room: null, lost: { code: "away" } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(here.room).not.toBeNull();
  expect(here.lost).toBeNull();
});

test("a change is loaded later if the request after its report fails", async () => {
  const { server, responses, followed: here } = unsteady();
  await settle();
  responses.push(outage, async () => Response.json(room([], { title: "changed" })));
  for (const socket of server.sockets) socket.push({ t: "room", room: "K7MQ2X" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(here.room?.title).toBe("changed");
});

test("an earlier request that succeeds does not end the repetition of a later one", async () => {
  let succeed = (_: Response): void => undefined;
  const { fetch, followed: here } = unsteady(
    () => new Promise((resolve) => (succeed = resolve)),
    outage,
  );
  await settle();
  succeed(Response.json(room([], { title: "before" })));
  await settle();
  expect([fetch.mock.calls.length, here.room?.title]).toEqual([2, "before"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([fetch.mock.calls.length, here.lost]).toEqual([3, null]);
});

test.each(["refused", "left"])("nothing is repeated for a room that is %s", async (why) => {
  const gone = async () => Response.json({ error: "gone" }, { status: 404 });
  const { fetch, followed: here } = unsteady(...Array(2).fill(why === "left" ? outage : gone));
  await settle();
  if (why === "left") here.leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("leaving a room ends its updates", async () => {
  const { server, followed: here } = followed();
  await settle();
  here.leave();
  expect(server.orders.at(-1)).toEqual({ t: "leave-room" });
  expect(server.sockets.size).toBe(0);
});

test("the pupils for homework are those of the newest open room who were not removed", async () => {
  const removed = { ...member(3), presence: "removed" } as const;
  const rooms = [room([], { members: [member(2), removed] }), room([])];
  const service = new RoomService(() => Promise.resolve({ rooms, keep: 1, longest: 30 }) as never);
  expect(await membersOfOpenRoom(service)).toEqual(["pupil 2"]);
});
