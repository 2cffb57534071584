import { beforeEach, describe, expect, test } from "vitest";

import { GameChat } from "../../src/online/chat.svelte";
import type { ClientMessage } from "../../src/online/wire";
import { chatText } from "../../src/online/words";
import { TERMS } from "./server";
import { english } from "../messages";

const en = english.online;

const game = "abcdefghij";
const orders: ClientMessage[] = [];
let hasLine = true;

/** The first message of every connection. */
const GREETING = {
  t: "game",
  game,
  terms: TERMS,
  seat: "X",
  entries: [],
  clock: null,
  now: 0,
  watching: 0,
  present: [],
} as const;

function talking(): GameChat {
  const chat = new GameChat(game, "X", (order) => hasLine && orders.push(order) > 0);
  chat.open(true);
  chat.draft = "Nice trap!";
  return chat;
}

beforeEach(() => {
  hasLine = true;
  orders.length = 0;
});

const texts = (chat: GameChat): string[] => chat.messages.map((message) => chatText(en, message));

describe("a draft", () => {
  test("is kept until the message is delivered", () => {
    const chat = talking();
    chat.write();
    expect(orders).toEqual([{ t: "chat", game, text: "Nice trap!" }]);
    chat.write();
    expect([chat.draft, orders.length]).toEqual(["Nice trap!", 1]);
    chat.received({ t: "chat", game, seat: "X", text: "Nice trap!" });
    chat.write();
    expect([chat.draft, orders.length, texts(chat)]).toEqual(["", 1, ["Nice trap!"]]);
  });

  test("is kept when it is rejected, and can be sent again", () => {
    const chat = talking();
    chat.write();
    const problem = { code: "too-fast", message: "wait", version: null } as const;
    const rejected = { t: "refused", id: null, game, ...problem } as const;
    chat.received({ ...rejected, id: "a move" });
    expect(chat.rejected).toBeNull();
    chat.received(rejected);
    expect(chat.draft).toBe("Nice trap!");
    expect(chat.rejected).toMatchObject({ code: "too-fast", message: "wait" });
    chat.write();
    expect([chat.rejected, orders.length]).toEqual([null, 2]);
  });

  test("is kept while disconnected and sent again after reconnecting", () => {
    const chat = talking();
    hasLine = false;
    chat.write();
    expect(chat.draft).toBe("Nice trap!");
    hasLine = true;
    chat.write();
    chat.received({ ...GREETING, chat: ["X", "O"] });
    chat.write();
    expect([orders.length, chat.readers]).toEqual([2, ["X", "O"]]);
  });

  test("is not changed by messages from another tab", () => {
    const chat = talking();
    chat.received({ t: "chat", game, seat: "X", text: "from the other tab" });
    expect(chat.draft).toBe("Nice trap!");
  });
});

describe("received messages", () => {
  test("are phrases by number, and texts unchanged", () => {
    const chat = talking();
    chat.received({ t: "phrase", game, seat: "O", n: 2 });
    chat.received({ t: "chat", game, seat: "O", text: "<b>2</b>" });
    expect(texts(chat)).toEqual(["Good luck!", "<b>2</b>"]);
    expect(chat.messages.map(({ by }) => by)).toEqual(["O", "O"]);
  });

  test("are limited in number", () => {
    const chat = talking();
    for (let n = 1; n <= 60; n += 1) {
      chat.received({ t: "chat", game, seat: "O", text: String(n) });
    }
    expect([chat.messages.length, chat.messages[0]?.what, chat.messages.at(-1)?.id]).toEqual([
      50,
      "11",
      60,
    ]);
  });

  test("contain no texts after the chat is closed", () => {
    const chat = talking();
    chat.received({ t: "phrase", game, seat: "O", n: 1 });
    chat.received({ t: "chat", game, seat: "O", text: "rude" });
    chat.open(false);
    chat.received({ t: "chat", game, seat: "O", text: "on its way" });
    expect(texts(chat)).toEqual(["Hello!"]);
  });
});
