/** A class room for tests. */

import type { Room } from "../../src/school/rooms";

export const ROOM: Room = {
  room: "K7MQ2X",
  title: "",
  kind: "round-robin",
  rules: "goff",
  clock: "none",
  created: 0,
  expires: 0,
  stage: "playing",
  paused: false,
  locked: false,
  round: 1,
  rounds: 3,
  url: "https://here/#online/room/K7MQ2X",
  mine: false,
  you: 1,
  members: [],
  standings: [],
  games: [],
  poll: null,
};
