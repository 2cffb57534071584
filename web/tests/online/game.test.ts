import { afterEach, describe, expect, test, vi } from "vitest";

import type { Move, Player } from "../../src/kernel/types";
import { gameLink } from "../../src/analysis/link";
import { parseMove } from "../../src/notation/moves-reader";
import { OnlineGame } from "../../src/online/game.svelte";
import { playerName } from "../../src/online/words";
import { Connection } from "../../src/online/connection.svelte";
import { startedKernel } from "../kernel/ports";
import { el, en, english, greek } from "../messages";
import { Server, TERMS } from "./server";

const kernel = await startedKernel();
const opened: OnlineGame[] = [];

afterEach(() => {
  for (const game of opened.splice(0)) game.leave();
});

async function enter(server: Server, seat: Player | null): Promise<OnlineGame> {
  const connection = new Connection("ws://here", server.opener(seat));
  const game = await OnlineGame.open(kernel, connection, server.game, new AbortController().signal);
  opened.push(game);
  return game;
}

const move = (game: OnlineGame, word: string): Move => parseMove(game.rules, word) as Move;

function moves(game: OnlineGame): string {
  return game.entries.map(({ b }) => b).join(" ");
}

/** Wait until all messages have been delivered and applied. */
async function settled(server: Server, ...games: OnlineGame[]): Promise<void> {
  await vi.waitFor(() => {
    for (const game of games) {
      expect([game.pending, game.version]).toEqual([null, server.entries.length]);
      expect(game.plies.length).toBe(game.entries.filter(({ k }) => k === "move").length);
    }
  });
}

describe("two players and a spectator", () => {
  test("see the same complete game", async () => {
    const server = new Server();
    const [x, o, spectator] = [
      await enter(server, "X"),
      await enter(server, "O"),
      await enter(server, null),
    ];
    for (const word of "14 34 45 49 59".split(" ")) {
      await (x.isOurs ? x : o).play(move(x, word));
      await settled(server, x, o, spectator);
    }
    expect([x.isOurs, o.isOurs, spectator.isOurs]).toEqual([false, true, false]);
    await o.play(move(o, "@9"));
    await settled(server, x, o, spectator);
    expect([moves(x), moves(o), moves(spectator)]).toEqual(Array(3).fill("14 34 45 49 59 @9"));
    expect(spectator.position.outcome).toMatchObject({ points: { X: 1, O: 0 } });
    expect([x.isOver, x.isOurs, x.moves]).toEqual([true, false, []]);
  });

  test("a late spectator gets all moves", async () => {
    const server = new Server();
    for (const [i, word] of ["12", "23", "13"].entries())
      server.add("move", i % 2 ? "O" : "X", word);
    const game = await enter(server, null);
    expect([moves(game), game.loop?.closing]).toEqual(["12 23 13", 3]);
  });

  test.each(["unavailable", "too-fast"] as const)("%s: a game is requested again", async (code) => {
    vi.useFakeTimers();
    try {
      const server = new Server();
      server.watchRefusal = code;
      server.refusedWatches = 2;
      const opening = enter(server, null);
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await opening).version).toBe(0);
      expect(server.orders.filter(({ t }) => t === "watch")).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test("nothing is missed while a game is being opened, with one subscription", async () => {
    const server = new Server();
    const survey = kernel.survey.bind(kernel);
    vi.spyOn(kernel, "survey").mockImplementationOnce((what) => {
      server.add("move", "X", "12");
      return survey(what);
    });
    const game = await enter(server, "X");
    expect(moves(game)).toBe("12");
    expect(server.orders.filter(({ t }) => t === "watch")).toHaveLength(1);
  });

  test("a takeback goes back to the requester's last decision", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    for (const [i, word] of ["12", "23", "45"].entries())
      server.add("move", i % 2 ? "O" : "X", word);
    server.add("offer-takeback", "O");
    await vi.waitFor(() => expect(game.offers.takeback).toBe("O"));
    server.add("accept-takeback", "X");
    await vi.waitFor(() => expect(game.plies.map(({ after }) => after.places.length)).toEqual([1]));
    expect(game.offers.takeback).toBeNull();
  });

  test("the server's coin decides and names its source", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    server.add("move", "X", "12");
    server.add("move", "O", "12");
    server.add("toss", "", JSON.stringify({ bit: 1, source: "os", measurement: null }));
    await vi.waitFor(() => expect(game.plies).toHaveLength(3));
    expect(game.plies[2]).toMatchObject({ by: "chance", toss: { bit: 1, device: "os" } });
  });
});

describe("names of guests and levels", () => {
  const guest = { name: "Guest 4821", level: null, bot: false };
  const level = { name: "Easy", level: "easy", bot: false };

  async function named(terms: Partial<typeof TERMS>) {
    const server = new Server();
    server.terms = { ...TERMS, ...terms };
    const reader = { m: el, online: greek.online };
    const { signal } = new AbortController();
    const game = await OnlineGame.open(
      kernel,
      new Connection("ws://here", server.opener("X")),
      server.game,
      signal,
      (player) => playerName(reader.m, reader.online, player),
    );
    opened.push(game);
    return { game, reader };
  }

  test("are in the language of the app, also after it was changed", async () => {
    const { game, reader } = await named({ x: guest, o: level });
    expect(game.names).toEqual({ X: "Επισκέπτης 4821", O: "Εύκολο" });
    Object.assign(reader, { m: en, online: english.online });
    expect(game.names).toEqual({ X: "Guest 4821", O: "Easy" });
  });

  test("are in no language in links", async () => {
    const { game } = await named({ o: level });
    expect(gameLink(game, game.serverNames)).toBe("human~Anna.easy/goff");
    const other = (await named({ x: level, o: guest })).game;
    expect(gameLink(other, other.serverNames)).toBe("easy.human~Guest 4821/goff");
    const unknown = { ...level, level: "deep" };
    const newer = (await named({ o: unknown })).game;
    expect(gameLink(newer, newer.serverNames)).toBe("human~Anna.human~Easy/goff");
  });
});

describe("the connection", () => {
  test("a move is drawn at once, before the server confirms it", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    server.sockets.clear(); // not received
    vi.spyOn(server, "take").mockReturnValue();
    await game.play(move(game, "19"));
    expect([game.plies.length, game.entries.length, game.pending?.body]).toEqual([1, 0, "19"]);
    expect(game.isOurs).toBe(false);
  });

  test("a move stored before the connection was lost is played once", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    server.cutsAfter = true;
    await game.play(move(game, "19"));
    await vi.waitFor(() => expect(game.pending).toBeNull());
    expect([moves(game), server.entries.length]).toEqual(["19", 1]);
  });

  test("an unconfirmed move is sent again with the same id", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    const take = vi.spyOn(server, "take").mockReturnValue();
    await game.play(move(game, "19"));
    const name = game.pending?.id;
    take.mockRestore();
    server.cut();
    await vi.waitFor(() => expect(game.pending).toBeNull());
    expect(server.entries).toMatchObject([{ b: "19", id: name }]);
  });

  test("a move on a dead connection is sent again over another one after some seconds", async () => {
    vi.useFakeTimers();
    try {
      const server = new Server();
      const opening = enter(server, "X");
      await vi.advanceTimersByTimeAsync(1_000);
      const game = await opening;
      const take = vi.spyOn(server, "take").mockReturnValue(); // half open
      const playing = game.play(move(game, "19"));
      await vi.advanceTimersByTimeAsync(1);
      await playing;
      take.mockRestore();
      await vi.advanceTimersByTimeAsync(6_000);
      expect([moves(game), game.pending]).toEqual(["19", null]);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(["unavailable", "too-fast"] as const)("what is %s is sent again", async (code) => {
    const server = new Server();
    const game = await enter(server, "X");
    server.refuses = code;
    server.refusedWatches = 1;
    game.decide("offer-draw");
    game.openChat(true);
    const name = game.pending?.id;
    await vi.waitFor(() => expect(server.entries).toMatchObject([{ id: name }]), 5_000);
    expect([game.pending, game.rejected]).toEqual([null, null]);
    await vi.waitFor(() => expect(server.orders.filter(({ t }) => t === "watch")).toHaveLength(3));
  });

  test("a rejection disappears with the next event, such as the end of the game", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    server.refuses = "already-offered";
    game.decide("offer-draw");
    await vi.waitFor(() => expect(game.rejected?.code).toBe("already-offered"));
    server.add("resign", "O");
    await vi.waitFor(() => expect([game.isOver, game.rejected]).toEqual([true, null]));
  });

  test("links may end with punctuation, and damaged ones lead to no game", async () => {
    const server = new Server();
    const connection = new Connection("ws://here", server.opener(null));
    const at = (address: string): Promise<OnlineGame> =>
      OnlineGame.open(kernel, connection, address, new AbortController().signal);
    const game = await at(`${server.game}).`);
    opened.push(game);
    expect(game.game).toBe(server.game);
    for (const address of ["", "abc", `${server.game}k`, "abcdefghi."])
      await expect(at(address)).rejects.toThrow("no-such-game");
  });

  test("the time for the first decisions runs down", async () => {
    const server = new Server();
    server.clock = { x: 60_000, o: 60_000, running: null, deadline: 1_030_000 };
    const game = await enter(server, "X");
    vi.spyOn(game["connection"], "now").mockReturnValue(1_006_000);
    expect(game.leftToBegin()).toBe(24_000);
    server.clock = { ...server.clock, running: "X" };
    server.add("move", "X", "12");
    await vi.waitFor(() => expect(game.leftToBegin()).toBeNull());
  });

  test("the game can be claimed a minute after the opponent to move has left", async () => {
    const server = new Server();
    server.clock = { x: 60_000, o: 60_000, running: "O", deadline: 1_900_000 };
    const game = await enter(server, "X");
    const now = vi.spyOn(game["connection"], "now").mockReturnValue(1_000_000);
    const present = (...players: Player[]): void => {
      for (const socket of server.sockets)
        socket.push({ t: "presence", game: server.game, present: players, watching: 0 });
    };
    expect(game.leftToClaim()).toBeNull();
    present("X");
    expect(game.leftToClaim()).toBe(62_000);
    now.mockReturnValue(1_050_000);
    present("X");
    expect(game.leftToClaim()).toBe(12_000);
    now.mockReturnValue(1_070_000);
    expect(game.leftToClaim()).toBe(0);
    present("X", "O");
    expect(game.leftToClaim()).toBeNull();
    present("X");
    server.clock = { ...server.clock, running: "X" };
    server.add("move", "O", "12");
    expect(game.leftToClaim()).toBeNull();
  });

  test("an opponent has left who was here before, and not before the presence is known", async () => {
    const server = new Server();
    server.add("resign", "X");
    const game = await enter(server, "X");
    const present = (...players: Player[]): void => {
      for (const socket of server.sockets)
        socket.push({ t: "presence", game: server.game, present: players, watching: 0 });
    };
    expect([game.isOver, game.isOpponentAway]).toEqual([true, false]);
    present("X");
    expect(game.hasOpponentLeft).toBe(true);

    const old = new Server();
    old.add("resign", "X");
    old.present = ["X"];
    const reopened = await enter(old, "X");
    expect([reopened.isOpponentAway, reopened.hasOpponentLeft]).toEqual([true, false]);
  });

  test("nothing can be done while disconnected", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    game["connection"].networkLost();
    expect([game.isPaused, game.isOurs, game.moves]).toEqual([true, false, []]);
    await vi.waitFor(() => expect([game.isPaused, game.isOurs]).toEqual([false, true]));
  });

  test("a rejected move is taken back completely", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    server.refuses = "stale";
    await game.play(move(game, "19"));
    await vi.waitFor(() => expect(game.rejected?.code).toBe("stale"));
    expect([game.plies.length, game.isOurs]).toEqual([0, true]);
  });

  test("an illegal move is not sent", async () => {
    const server = new Server();
    const game = await enter(server, "X");
    await game.play({ kind: "collapse", square: 0 });
    expect([game.rejected?.reason, game.pending]).toEqual(["no-loop", null]);
    expect(server.orders.some(({ t }) => t === "do")).toBe(false);
  });

  test("missing entries are requested", async () => {
    const server = new Server();
    const game = await enter(server, "O");
    server.entries = [{ v: 1, k: "move", s: "X", b: "12", at: 0, spent: 0, id: "" }];
    server.add("resign", "O");
    await vi.waitFor(() => expect(game.ending).toMatchObject({ how: "resigned", loser: "O" }));
    expect([moves(game).trim(), game.isOver, game.decider]).toEqual(["12", true, null]);
  });

  test("duplicate entries are ignored", async () => {
    const server = new Server();
    const game = await enter(server, "O");
    server.add("move", "X", "12");
    server.spread(server.entries);
    await settled(server, game);
    expect(game.plies).toHaveLength(1);
  });
});

describe("the chat", () => {
  const wanted = (server: Server) =>
    server.orders.flatMap((order) => (order.t === "watch" ? [order.chat] : []));

  test("is opened once for each connection", async () => {
    const server = new Server();
    server.chat = [];
    const game = await enter(server, "X");
    expect(game.chat.readers).toEqual([]);
    server.chat = ["X", "O"];
    game.openChat(true);
    game.openChat(true);
    await vi.waitFor(() => expect(game.chat.readers).toEqual(["X", "O"]));
    server.cut();
    const before = [undefined, true, true];
    await vi.waitFor(() => expect(wanted(server)).toEqual(before));
    game.openChat(false);
    expect(wanted(server)).toEqual([...before, false]);
  });

  test("has an updated list of readers", async () => {
    const server = new Server();
    server.chat = ["X"];
    const game = await enter(server, "X");
    const presence = { t: "presence", game: server.game, present: ["X"], watching: 0 } as const;
    for (const socket of server.sockets) socket.push({ ...presence, chat: ["X", "O"] });
    expect(game.chat.readers).toEqual(["X", "O"]);
    for (const socket of server.sockets) socket.push(presence);
    expect([game.chat.readers, game.present]).toEqual([["X", "O"], ["X"]]);
  });
});
