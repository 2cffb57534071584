/** A pupil's class room, followed on all screens. */

import { beforeEach, expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import { Service } from "../../../src/online/service";
import type { Member, Room, RoomGame } from "../../../src/school/rooms";
import { Attendance } from "../../../src/screens/school/attendance.svelte";
import { Server } from "../../online/server";
import { ROOM } from "../../school/room";

const ME: Member = { number: 1, name: "Ann", presence: "here", missing: false };
const game = (id: string, more: Partial<RoomGame> = {}): RoomGame => ({
  ...{ game: id, round: 1, x: 1, o: 2, off: false, result: null, ended: null },
  ...more,
});

let now: Room;
let server: Server;
let online: Online;
let attendance: Attendance;

/** Change the room on the server, which reports it. */
async function become(more: Partial<Room>): Promise<void> {
  now = { ...now, ...more };
  for (const socket of server.sockets) socket.push({ t: "room", room: "K7MQ2X" });
  await vi.waitFor(() => expect(attendance.followed?.room).toMatchObject(more));
}

beforeEach(async () => {
  now = { ...ROOM, stage: "playing", you: 1, members: [ME], games: [], poll: null };
  server = new Server();
  const service = new Service(() => Promise.resolve(Response.json(now)));
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
