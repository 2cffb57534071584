import { describe, expect, test, vi } from "vitest";

import { Connection } from "../../src/online/connection.svelte";
import { Online } from "../../src/online/online.svelte";
import { type Account, Service } from "../../src/online/service";
import type { ServerMessage } from "../../src/online/wire";
import { Api } from "./api";
import { Server } from "./server";

const guest = (number: number): Account => ({
  user: `user${number}`,
  name: `Guest ${number}`,
  guest: true,
  listed: false,
});
const ANNA: Account = { user: "anna", name: "Anna", guest: false, listed: false };

function hello(who: Account | null, version = "1.0"): ServerMessage {
  const greeting = who && { name: who.name, user: who.user, level: null, bot: false };
  return { t: "hello", who: greeting, now: 0, version };
}

function online(answers: ConstructorParameters<typeof Api>[0]): { api: Api; online: Online } {
  const api = new Api(answers);
  const connection = new Connection("ws://here", new Server().opener(null));
  return { api, online: new Online(new Service(api.fetch), connection) };
}

describe("who arrives", () => {
  test("is who they were", async () => {
    const { online: here, api } = online({ "GET session": [200, ANNA] });
    await here.arrive();
    expect([here.who, here.standing, api.asked]).toEqual([ANNA, "there", ["GET session"]]);
  });

  test("is a guest at first", async () => {
    const { online: here } = online({ "GET session": [204], "POST session": [200, guest(1)] });
    await here.arrive();
    expect([here.who?.name, here.standing]).toEqual(["Guest 1", "there"]);
  });

  test.each([
    ["away", {}],
    ["away", { "GET session": [503, { error: "unavailable", message: "the store is away" }] }],
    ["missing", { "GET session": [404, { error: "not-found", message: "there is nothing" }] }],
  ] as const)("finds the server %s", async (standing, answers) => {
    const { online: here } = online(answers as never);
    await here.arrive();
    expect([here.who, here.standing]).toEqual([null, standing]);
  });
});

describe("a session that is over", () => {
  const ENDED = {
    "GET session": [[200, ANNA], [204]],
    "POST session": [200, guest(2)],
  } as unknown as ConstructorParameters<typeof Api>[0];

  test("is noticed when the server greets nobody, and a new guest comes in", async () => {
    const { online: here } = online(structuredClone(ENDED));
    await here.arrive();
    here.onGreeting(hello(ANNA));
    here.onGreeting(hello(null));
    await vi.waitFor(() => expect(here.forgotten).toBe("Anna"));
    expect(here.who).toEqual(guest(2));
  });

  test("is noticed when a request is refused", async () => {
    const { online: here } = online({
      ...structuredClone(ENDED),
      "POST seeks": [401, { error: "no-session", message: "come in first" }],
    });
    await here.arrive();
    const options = { rules: "goff", clock: "300+3", rated: false, side: "X" } as const;
    await expect(here.service.seek(options)).rejects.toMatchObject({ code: "no-session" });
    await vi.waitFor(() => expect(here.forgotten).toBe("Anna"));
    expect(here.who).toEqual(guest(2));
  });

  test("is not begun again and again where no cookies are kept", async () => {
    const { online: here, api } = online({
      "GET session": [204],
      "POST session": [200, guest(3)],
    });
    await here.arrive();
    for (let i = 0; i < 5; i++) {
      here.onGreeting(hello(null));
      await vi.waitFor(() => expect(here.who).not.toBeNull());
    }
    expect(api.asked.filter((asked) => asked === "POST session")).toHaveLength(2);
  });

  test("does not take a session that still is there", async () => {
    const { online: here } = online({ "GET session": [200, ANNA] });
    await here.arrive();
    here.onGreeting(hello(null));
    await vi.waitFor(() => expect(here.who).toEqual(ANNA));
    expect(here.forgotten).toBeNull();
  });
});

describe("an account that was used on this device", () => {
  function remembering(name: string, answers: ConstructorParameters<typeof Api>[0]): Online {
    const connection = new Connection("ws://here", new Server().opener(null));
    return new Online(new Service(new Api(answers).fetch), connection, { name });
  }

  test("is missed when the cookie is gone, once", async () => {
    const answers = { "GET session": [204], "POST session": [200, guest(5)] } as const;
    const here = remembering("Anna", answers as never);
    await here.arrive();
    expect([here.who?.name, here.forgotten]).toEqual(["Guest 5", "Anna"]);
    here.forgotten = null;
    await here.arrive();
    expect(here.forgotten).toBeNull();
  });

  test("is not missed while it is there", async () => {
    const here = remembering("Anna", { "GET session": [200, ANNA] });
    await here.arrive();
    expect(here.forgotten).toBeNull();
  });
});

describe("a session that was ended", () => {
  const THERE = [200, ANNA] as const;

  function arriving(later: readonly unknown[]): { here: Online; cut: () => void } {
    const server = new Server();
    const api = new Api({
      "GET session": [THERE, ...later],
      "POST session": [200, guest(7)],
      "GET games": [401, { error: "no-session", message: "" }],
    } as never);
    const connection = new Connection("ws://here", server.opener(null));
    const here = new Online(new Service(api.fetch), connection, { name: "Anna" });
    connection.listen({ ended: () => void here.signedOut() });
    return { here, cut: () => server.cut(4003) };
  }

  test("is told, and nobody comes in unasked", async () => {
    vi.useFakeTimers();
    const { here, cut } = arriving([[204]]);
    await here.arrive();
    await vi.advanceTimersByTimeAsync(1);
    cut();
    await here.service.playing().catch(() => undefined); // a concurrent request
    await vi.advanceTimersByTimeAsync(60_000);
    expect([here.standing, here.ended, here.who, here.connection.state]).toEqual([
      "ended",
      "Anna",
      null,
      "ended",
    ]);
    await here.goOn();
    expect([here.standing, here.who?.name, here.forgotten]).toEqual(["there", "Guest 7", null]);
    vi.useRealTimers();
  });

  test.each([
    ["is another by now: nothing is said", [THERE]],
    ["is another after a moment", [[204], [204], THERE]],
    ["or the server cannot be asked", [[503, { error: "unavailable", message: "" }]]],
  ])("%s", async (_, later) => {
    vi.useFakeTimers();
    const { here, cut } = arriving(later);
    await here.arrive();
    await vi.advanceTimersByTimeAsync(1);
    cut();
    await vi.advanceTimersByTimeAsync(4_000);
    expect([here.standing, here.who, here.connection.state]).toEqual(["there", ANNA, "open"]);
    vi.useRealTimers();
  });
});

test("another tab may log in: this one follows", async () => {
  const { online: here } = online({
    "GET session": [
      [200, guest(1)],
      [200, ANNA],
    ] as never,
  });
  await here.arrive();
  here.onGreeting(hello(ANNA));
  await vi.waitFor(() => expect(here.who).toEqual(ANNA));
  expect(here.forgotten).toBeNull();
});

test("whoever logs out is a guest, and need not be told", async () => {
  const { online: here } = online({
    "GET session": [[200, ANNA], [204]] as never,
    "DELETE session": [204],
    "POST session": [200, guest(4)],
  });
  await here.arrive();
  await here.leave();
  expect([here.who, here.forgotten]).toEqual([guest(4), null]);
});

test("a server of another version has another app", async () => {
  const { online: here } = online({ "GET session": [200, ANNA] });
  await here.arrive();
  here.onGreeting(hello(ANNA, "1.0"));
  here.onGreeting(hello(ANNA, "1.0"));
  expect(here.isNewer).toBe(false);
  here.onGreeting(hello(ANNA, "1.1"));
  expect(here.isNewer).toBe(true);
});
