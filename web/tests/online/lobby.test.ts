import { expect, test } from "vitest";

import {
  type Lobby,
  type LobbyGame,
  type Seek,
  type ServerMessage,
  updatedLobby,
} from "../../src/online/wire";

const person = (name: string) => ({ name, level: null, bot: false });
const rules = { rules: "goff", clock: "300+3", rated: false } as const;

const seek = (id: string, created: number, name = id, stays = false): Seek => ({
  ...{ seek: id, who: person(name), side: "random", stays, created },
  ...rules,
});
const game = (id: string, created: number): LobbyGame => ({
  ...{ game: id, x: person("Ann"), o: person("Bob"), created },
  ...rules,
});

const whole: ServerMessage = {
  t: "lobby",
  seeks: [seek("s1", 1), seek("s3", 3), seek("s2", 2, "s2", true)],
  games: [game("g2", 2), game("g1", 1)],
  online: 3,
};
const lobby = updatedLobby(null, whole);

const shown = ({ seeks, games, online }: Lobby): unknown => [
  seeks.map((each) => each.who.name),
  games.map((each) => each.game),
  online,
];

const changes = (more: Partial<ServerMessage>): ServerMessage =>
  ({ t: "lobby-changes", seeks: [], games: [], removed: [], online: 4, ...more }) as ServerMessage;

test.each([
  ["nothing", {}, [["s1", "s3", "s2"], ["g2", "g1"], 4]],
  [
    "additions, in order",
    { seeks: [seek("s4", 2)], games: [game("g3", 3)] },
    [["s1", "s4", "s3", "s2"], ["g3", "g2", "g1"], 4],
  ],
  ["a new name", { seeks: [seek("s1", 1, "Ann")] }, [["Ann", "s3", "s2"], ["g2", "g1"], 4]],
  ["removals", { removed: ["s3", "g2", "unknown"] }, [["s1", "s2"], ["g1"], 4]],
])("the lobby changes by %s", (_, more, expected) => {
  expect(shown(updatedLobby(lobby, changes(more))!)).toEqual(expected);
});

test("changes before the whole and other messages are ignored", () => {
  expect(updatedLobby(null, changes({}))).toBeNull();
  expect(updatedLobby(lobby, { t: "pong", n: 1, now: 1 })).toBe(lobby);
  expect(shown(updatedLobby(lobby, { ...whole, seeks: [] } as ServerMessage)!)).toEqual([
    [],
    ["g2", "g1"],
    3,
  ]);
});
