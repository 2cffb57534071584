import { beforeEach, describe, expect, test } from "vitest";

import { en } from "../../src/i18n/online/en";
import { Talk } from "../../src/online/talk.svelte";
import type { Order } from "../../src/online/wire";
import { saidText } from "../../src/online/words";
import { TERMS } from "./server";

const game = "abcdefghij";
const orders: Order[] = [];
let hasLine = true;

/** What begins every line. */
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

function talking(): Talk {
  const talk = new Talk(game, "X", (order) => hasLine && orders.push(order) > 0);
  talk.open(true);
  talk.draft = "Nice trap!";
  return talk;
}

beforeEach(() => {
  hasLine = true;
  orders.length = 0;
});

const texts = (talk: Talk): string[] => talk.said.map((said) => saidText(en, said));

describe("what is written", () => {
  test("stays in its line until it is heard", () => {
    const talk = talking();
    talk.write();
    expect(orders).toEqual([{ t: "chat", game, text: "Nice trap!" }]);
    talk.write();
    expect([talk.draft, orders.length]).toEqual(["Nice trap!", 1]);
    talk.received({ t: "chat", game, seat: "X", text: "Nice trap!" });
    talk.write();
    expect([talk.draft, orders.length, texts(talk)]).toEqual(["", 1, ["Nice trap!"]]);
  });

  test("is not lost when it is refused, and then sent", () => {
    const talk = talking();
    talk.write();
    const refused = { t: "refused", id: null, game, code: "too-fast", message: "wait" } as const;
    talk.received({ ...refused, id: "a move" });
    expect(talk.refused).toBeNull();
    talk.received(refused);
    expect(talk.draft).toBe("Nice trap!");
    expect(talk.refused).toMatchObject({ code: "too-fast", message: "wait" });
    talk.write();
    expect([talk.refused, orders.length]).toEqual([null, 2]);
  });

  test("is not lost where there is no line, and sent again on the next", () => {
    const talk = talking();
    hasLine = false;
    talk.write();
    expect(talk.draft).toBe("Nice trap!");
    hasLine = true;
    talk.write();
    talk.received({ ...GREETING, chat: ["X", "O"] });
    talk.write();
    expect([orders.length, talk.readers]).toEqual([2, ["X", "O"]]);
  });

  test("leaves a draft alone that was begun in another tab", () => {
    const talk = talking();
    talk.received({ t: "chat", game, seat: "X", text: "from the other tab" });
    expect(talk.draft).toBe("Nice trap!");
  });
});

describe("what is heard", () => {
  test("are phrases by their numbers, and texts as they are", () => {
    const talk = talking();
    talk.received({ t: "phrase", game, seat: "O", n: 2 });
    talk.received({ t: "chat", game, seat: "O", text: "<b>2</b>" });
    expect(texts(talk)).toEqual(["Good luck!", "<b>2</b>"]);
    expect(talk.said.map(({ by }) => by)).toEqual(["O", "O"]);
  });

  test("is kept up to a measure", () => {
    const talk = talking();
    for (let n = 1; n <= 60; n += 1) {
      talk.received({ t: "chat", game, seat: "O", text: String(n) });
    }
    expect([talk.said.length, talk.said[0]?.what, talk.said.at(-1)?.id]).toEqual([50, "11", 60]);
  });

  test("are no texts once the chat is closed", () => {
    const talk = talking();
    talk.received({ t: "phrase", game, seat: "O", n: 1 });
    talk.received({ t: "chat", game, seat: "O", text: "rude" });
    talk.open(false);
    talk.received({ t: "chat", game, seat: "O", text: "on its way" });
    expect(texts(talk)).toEqual(["Hello!"]);
  });
});
