/** A pupil's class room, followed on all screens. */

import { beforeEach, expect, test, vi } from "vitest";

import type { Player } from "../../../src/kernel/types";
import type { Account } from "../../../src/online/accounts";
import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import type { Terms } from "../../../src/online/wire";
import type { Member, Room, RoomGame } from "../../../src/school/rooms";
import { Attendance, type ShownGame } from "../../../src/screens/school/attendance.svelte";
import { Server } from "../../online/server";
import { ROOM } from "../../school/room";

const ME: Member = { number: 1, name: "Ann", presence: "here", missing: false };
const game = (id: string, more: Partial<RoomGame> = {}): RoomGame => ({
  ...{ game: id, round: 1, x: 1, o: 2, off: false, result: null, ended: null },
  ...more,
});

let now: Room | null;
let server: Server;
let online: Online;
let attendance: Attendance;

/** Change the room on the server, which reports it. */
async function become(more: Partial<Room>): Promise<void> {
  now = { ...now!, ...more };
  for (const socket of server.sockets) socket.push({ t: "room", room: "K7MQ2X" });
  await vi.waitFor(() => expect(attendance.followed?.room).toMatchObject(more));
}

beforeEach(async () => {
  now = { ...ROOM, stage: "playing", you: 1, members: [ME], games: [], poll: null };
  server = new Server();
  const gone = { error: "gone", message: "there is no class room with this code" };
  const service = new Service(() =>
    Promise.resolve(now ? Response.json(now) : Response.json(gone, { status: 404 })),
  );
  online = new Online(service, new Connection("ws://here", server.opener(null)));
  attendance = new Attendance(online);
  attendance.follow("K7MQ2X");
  await vi.waitFor(() => expect(attendance.followed?.room).toMatchObject({ you: 1 }));
});

test("a game that begins is announced; so is that which replaces it", async () => {
  await become({ games: [game("first")] });
  expect([online.begun, attendance.replacing]).toEqual(["first", null]);
  online.begun = null;
  await become({ games: [game("first", { off: true, result: "*" }), game("second")] });
  expect([online.begun, attendance.replacing]).toEqual(["second", "second"]);
  online.begun = null;
  const games = [game("second", { result: "1-0" }), game("third")];
  await become({ games });
  expect([online.begun, attendance.replacing]).toEqual(["third", null]);
});

test("a game that was called off is announced no more", async () => {
  await become({ games: [game("first")] });
  await become({ stage: "over", games: [game("first", { off: true, result: "*" })] });
  expect(online.begun).toBeNull();
});

test.each([
  ["a member of an open room", {}, true],
  ["a member of a closed room", { stage: "over" }, false],
  ["somebody who has left", { members: [{ ...ME, presence: "left" }] }, false],
  ["the teacher", { you: null }, false],
] as const)("other screens follow the room of %s: %j", async (_, more, follows) => {
  await become(more as Partial<Room>);
  const { followed } = attendance;
  attendance.leaveUnlessMember(followed!);
  expect(attendance.followed).toBe(follows ? followed : null);
  expect(attendance.follow("K7MQ2X") === followed).toBe(follows);
});

const shown = (isOver: boolean, room: string, seat: Player | null = "X"): ShownGame => ({
  ...{ seat, isOver, terms: { room } as Terms },
});

test.each([
  ["a game in progress", shown(false, "B22222"), "B22222"],
  ["a finished game of another room", shown(true, "B22222"), "K7MQ2X"],
  ["a game that is watched", shown(false, "B22222", null), "K7MQ2X"],
] as const)("the room after opening %s", (_, opened, code) => {
  expect(attendance.attend(opened, false)).toBe(false);
  expect(attendance.followed?.code).toBe(code);
});

test.each([
  ["that is opened", shown(true, "K7MQ2X"), false, false],
  ["to which the pupil returns", shown(true, "K7MQ2X"), true, true],
  ["of another room", shown(true, "B22222"), true, false],
] as const)("instead of a finished game %s the room is shown", (_, ended, isReturn, isRoom) => {
  expect(attendance.attend(ended, isReturn)).toBe(isRoom);
});

test("a deleted room is followed no more", async () => {
  const { followed } = attendance;
  now = null;
  for (const socket of server.sockets) socket.push({ t: "room", room: "K7MQ2X" });
  await vi.waitFor(() => expect(attendance.followed).toBeNull());
  expect(followed?.lost).toMatchObject({ code: "gone" });
});

const account = (user: string): Promise<Account> =>
  Promise.resolve({ user, name: user, guest: true, bot: false, listed: false });

test.each([
  ["stays", "anna", "K7MQ2X"],
  ["changes", "ben", undefined],
])("the room when the account %s", async (_, user, code) => {
  await online.become(account("anna"));
  expect(attendance.followed?.code).toBe("K7MQ2X");
  online.who = null; // as during a logout
  await online.become(account(user));
  expect(attendance.followed?.code).toBe(code);
});
