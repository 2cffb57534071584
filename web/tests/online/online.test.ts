import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Connection } from "../../src/online/connection.svelte";
import { Online } from "../../src/online/online.svelte";
import { Service } from "../../src/online/service";
import type { Account } from "../../src/online/accounts";
import type { ServerMessage } from "../../src/online/wire";
import { Api } from "./api";
import { Server } from "./server";

beforeEach(() => vi.stubGlobal("navigator", {}));
afterEach(() => vi.unstubAllGlobals());

const guest = (number: number): Account => ({
  user: `user${number}`,
  name: `Guest ${number}`,
  guest: true,
  bot: false,
  listed: false,
});
const ANNA: Account = { user: "anna", name: "Anna", guest: false, bot: false, listed: false };

function hello(who: Account | null, version = "1.0"): ServerMessage {
  const greeting = who && { name: who.name, user: who.user, level: null, bot: false };
  return { t: "hello", who: greeting, now: 0, version };
}

function online(answers: ConstructorParameters<typeof Api>[0]): { api: Api; online: Online } {
  const api = new Api(answers);
  const connection = new Connection("ws://here", new Server().opener(null));
  return { api, online: new Online(new Service(api.fetch), connection) };
}

describe("a visitor", () => {
  test("keeps the session", async () => {
    const { online: here, api } = online({ "GET session": [200, ANNA] });
    await here.arrive();
    expect([here.who, here.standing, api.asked]).toEqual([ANNA, "there", ["GET session"]]);
  });

  test("starts as a guest", async () => {
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

describe("a registration whose answer is lost", () => {
  const api = {
    "GET session": [[200, guest(1)], [204]],
    "POST account": [502, "<html>"],
    "POST recover": [502, "<html>"],
    "POST login": [200, ANNA],
  } as unknown as ConstructorParameters<typeof Api>[0];

  test("continues as the account when the server no longer knows the guest", async () => {
    const { online: here } = online(structuredClone(api));
    await here.arrive();
    const joining = here.become(here.service.join("Anna", "a password"));
    await expect(joining).rejects.toMatchObject({ code: "unavailable" });
    here.onGreeting(hello(guest(1)));
    here.onGreeting(hello(null));
    await vi.waitFor(() => expect([here.who, here.standing]).toEqual([ANNA, "there"]));
  });

  test("continues as the account when the connection is ended", async () => {
    const { online: here } = online(structuredClone(api));
    await here.arrive();
    await expect(here.become(here.service.join("Anna", "a password"))).rejects.toBeDefined();
    vi.useFakeTimers();
    const ending = here.signedOut();
    await vi.advanceTimersByTimeAsync(5_000);
    await ending;
    vi.useRealTimers();
    expect([here.who, here.standing, here.ended]).toEqual([ANNA, "there", null]);
  });

  const LOGINS: [string, (here: Online) => Promise<void>][] = [
    ["a login", (here) => here.become(here.service.login("Anna", "a password"))],
    ["a login by passkey", (here) => here.become(Promise.resolve(ANNA))],
    ["another tab", (here) => here.arrive()],
    ["a retry", (here) => here.become(here.service.join("Anna", "a password"))],
  ];

  test.each(LOGINS)("that %s completes is not resumed after a logout", async (_, login) => {
    const { api: asked, online: here } = online({
      ...structuredClone(api),
      "DELETE session": [204],
      "POST session": [200, guest(2)],
    });
    const session = vi.spyOn(here.service, "session").mockResolvedValueOnce(guest(1));
    await here.arrive();
    await expect(here.service.join("Anna", "a password")).rejects.toBeDefined();
    session.mockResolvedValue(ANNA);
    await login(here);
    expect(here.who).toEqual(ANNA);
    session.mockResolvedValue(null);
    const logins = asked.asked.filter((question) => question === "POST login");
    await here.leave();
    expect(here.who).toEqual(guest(2));
    expect(asked.asked.filter((question) => question === "POST login")).toEqual(logins);
  });

  test("is not resumed if the user continues as a guest", async () => {
    const { online: here } = online({
      ...structuredClone(api),
      "POST session": [200, guest(2)],
    });
    await here.arrive();
    await expect(here.service.recover("Anna", "7Q2M", "secret")).rejects.toBeDefined();
    await here.goOn();
    expect(here.who).toEqual(guest(2));
  });

  test("is resumed once if the server refuses it", async () => {
    const refused = [403, { error: "wrong-login", message: "" }] as const;
    const { api: asked, online: here } = online({
      ...structuredClone(api),
      "POST session": [200, guest(2)],
      "POST login": [...refused],
    });
    await here.arrive();
    await expect(here.service.join("Anna", "a password")).rejects.toBeDefined();
    await here.arrive();
    await here.arrive();
    expect(here.who).toEqual(guest(2));
    expect(asked.asked.filter((question) => question === "POST login")).toHaveLength(1);
  });
});

describe("an expired session", () => {
  const ENDED = {
    "GET session": [[200, ANNA], [204]],
    "POST session": [200, guest(2)],
  } as unknown as ConstructorParameters<typeof Api>[0];

  test("is detected by the server's greeting and replaced by a guest's", async () => {
    const { online: here } = online(structuredClone(ENDED));
    await here.arrive();
    here.onGreeting(hello(ANNA));
    here.onGreeting(hello(null));
    await vi.waitFor(() => expect(here.forgotten).toBe("Anna"));
    expect(here.who).toEqual(guest(2));
  });

  test("that a login replaces is not replaced by a guest's", async () => {
    const { api, online: here } = online({
      "GET session": [[200, guest(1)], [204]],
      "POST session": [200, guest(2)],
      "POST login": [200, ANNA],
      "GET games": [401, { error: "no-session", message: "come in first" }],
    } as unknown as ConstructorParameters<typeof Api>[0]);
    await here.arrive();
    const switching = here.become(here.service.login("Anna", "a password"));
    await expect(here.service.playing()).rejects.toMatchObject({ code: "no-session" });
    await switching;
    await new Promise((done) => setTimeout(done)); // until all requests are answered
    expect([here.who, here.forgotten]).toEqual([ANNA, null]);
    expect(api.asked).not.toContain("POST session");
  });

  test("is detected by a rejected request", async () => {
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

  test("is not renewed repeatedly without cookies", async () => {
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

  test("is not assumed while the session exists", async () => {
    const { online: here } = online({ "GET session": [200, ANNA] });
    await here.arrive();
    here.onGreeting(hello(null));
    await vi.waitFor(() => expect(here.who).toEqual(ANNA));
    expect(here.forgotten).toBeNull();
  });
});

describe("an account used before on this device", () => {
  function remembering(name: string, answers: ConstructorParameters<typeof Api>[0]): Online {
    const connection = new Connection("ws://here", new Server().opener(null));
    return new Online(new Service(new Api(answers).fetch), connection, { name });
  }

  test("is reported as missing once if the cookie is gone", async () => {
    const answers = { "GET session": [204], "POST session": [200, guest(5)] } as const;
    const here = remembering("Anna", answers as never);
    await here.arrive();
    expect([here.who?.name, here.forgotten]).toEqual(["Guest 5", "Anna"]);
    here.forgotten = null;
    await here.arrive();
    expect(here.forgotten).toBeNull();
  });

  test("is not reported while the session exists", async () => {
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

  test("is reported, and no guest is created automatically", async () => {
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
    ["was replaced: there is no notice", [THERE]],
    ["was replaced after a moment", [[204], [204], THERE]],
    ["is kept if the server is unavailable", [[503, { error: "unavailable", message: "" }]]],
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

test("a login in another tab takes effect here", async () => {
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

test.each([
  ["arrive", (here: Online) => here.arrive()],
  ["signedOut", (here: Online) => here.signedOut()],
] as const)("an answer that %s awaits from before a login does not replace it", async (_, ask) => {
  const { online: here } = online({});
  let answer: (who: Account) => void = () => undefined;
  const answered = new Promise<Account>((resolve) => (answer = resolve));
  vi.spyOn(here.service, "session").mockReturnValueOnce(answered);
  const asked = ask(here);
  await here.become(Promise.resolve(ANNA));
  answer(guest(1));
  await asked;
  expect([here.who, here.forgotten, here.standing]).toEqual([ANNA, null, "there"]);
});

test("logging out creates a guest without a notice, and clears the number on the icon", async () => {
  const setAppBadge = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { setAppBadge });
  const { online: here } = online({
    "GET session": [[200, ANNA], [204]] as never,
    "DELETE session": [204],
    "POST session": [200, guest(4)],
  });
  await here.arrive();
  const left = here.leave();
  expect(here.who, "no requests for the old account during logout").toBeNull();
  await left;
  expect([here.who, here.forgotten]).toEqual([guest(4), null]);
  expect(setAppBadge.mock.calls).toEqual([[0]]);
});

test("a logout that fails keeps the account", async () => {
  const { online: here } = online({ "GET session": [200, ANNA] });
  await here.arrive();
  await expect(here.leave()).rejects.toThrow();
  expect(here.who).toEqual(ANNA);
});

test("another server version means another app", async () => {
  const { online: here } = online({ "GET session": [200, ANNA] });
  await here.arrive();
  here.onGreeting(hello(ANNA, "1.0"));
  here.onGreeting(hello(ANNA, "1.0"));
  expect(here.isNewer).toBe(false);
  here.onGreeting(hello(ANNA, "1.1"));
  expect(here.isNewer).toBe(true);
});
