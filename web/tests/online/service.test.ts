import { afterEach, describe, expect, test, vi } from "vitest";

import { Service } from "../../src/online/service";
import { HomeworkService } from "../../src/school/homework/service";
import { RoomService } from "../../src/school/rooms";
import { Api } from "./api";

const OPTIONS = { rules: "goff", clock: "300+3", rated: false, side: "random" } as const;

/** Requests that can be repeated without harm. */
const REPEATABLE: [string, (service: Service) => Promise<unknown>][] = [
  ["a question", (s) => s.playing()],
  ["a record", (s) => s.record("g1")],
  ["a keep-alive request", (s) => s.renew("s1")],
  ["a withdrawal", (s) => s.drop("s1")],
  ["a login", (s) => s.login("Anna", "secret")],
  ["a registration", (s) => s.join("Anna", "secret")],
  ["accepting an invitation", (s) => s.accept("K7MQ2X", "Jo")],
  ["merging the record", (s) => s.mergeProgress({ longest: 1 })],
  ["seeing a game", (s) => s.seen("g1", 3)],
  ["handing in homework", (s) => new HomeworkService(s.request).handIn("ABC", "key", [])],
  ["joining a room", (s) => new RoomService(s.request).join("ABC", "Anna")],
  ["locking a room", (s) => new RoomService(s.request).lock("ABC", true)],
  ["the next round", (s) => new RoomService(s.request).next("ABC", 1, false)],
];

afterEach(() => vi.unstubAllGlobals());

test.each<[string, (service: Service) => Promise<unknown>, string, unknown?]>([
  [
    "a name is chosen",
    (s) => s.join("Anna", "secret"),
    "POST account",
    { name: "Anna", password: "secret" },
  ],
  [
    "a password is changed",
    (s) => s.accounts.changePassword({ password: "a" }, "b"),
    "POST password",
    { old: "a", new: "b" },
  ],
  [
    "a user with a passkey sets a password",
    (s) => s.accounts.changePassword({ passkey: { id: "k" } }, "b"),
    "POST password",
    { passkey: { id: "k" }, new: "b" },
  ],
  [
    "a password is dropped",
    (s) => s.accounts.dropPassword({ password: "a" }),
    "POST password/drop",
    { password: "a" },
  ],
  ["login methods are read", (s) => s.accounts.loginMethods(), "GET account"],
  [
    "codes are made",
    (s) => s.accounts.newCodes({ password: "a" }),
    "POST account/codes",
    { password: "a" },
  ],
  [
    "a code is used",
    (s) => s.recover("Anna", "7Q2M", "b"),
    "POST recover",
    { name: "Anna", code: "7Q2M", password: "b" },
  ],
  [
    "an account is deleted",
    (s) => s.accounts.remove({ password: "a" }),
    "POST account/delete",
    { password: "a" },
  ],
  [
    "a passkey is removed",
    (s) => s.accounts.dropPasskey({ password: "a" }, "0f"),
    "POST passkeys/0f/drop",
    { password: "a" },
  ],
  ["a user asks to be listed", (s) => s.list(true), "POST account/listed", { listed: true }],
  ["a profile is opened", (s) => s.person("Anna B."), "GET people/Anna%20B."],
  ["the profile of a guest is opened", (s) => s.person("@abc"), "GET people/%40abc"],
  ["the next page is read", (s) => s.ended("Anna", "g1"), "GET people/Anna/games?before=g1"],
  ["a game is read", (s) => s.whole("g1"), "GET games/g1"],
])("%s", async (_, act, question, body) => {
  const api = new Api({ [question]: [200, {}] });
  await act(new Service(api.fetch));
  expect([api.asked, api.bodies]).toEqual([[question], [body]]);
});

test("the best players, by rules and pace", async () => {
  const leaders = [{ name: "Anna", rating: 1700, deviation: 60, games: 30 }];
  const api = new Api({ "GET leaders?rules=goff&pace=live": [200, { leaders }] });
  expect(await new Service(api.fetch).leaders("goff", "live")).toEqual(leaders);
});

test("records are text, not JSON", async () => {
  const text = '[Rules "goff"]\n\n1. 12\n';
  const api = new Api({
    "GET games/g1.qtn": [200, text],
    "GET people/Anna/games.qtn": [200, text],
  });
  const service = new Service(api.fetch);
  expect([await service.record("g1"), await service.records("Anna")]).toEqual([text, text]);
});

test.each([
  [
    "the server's reason",
    [422, { error: "bad-name", message: "a name begins with a letter" }],
    "bad-name",
  ],
  ["that a change is unconfirmed", [503, { error: "unavailable", message: "" }], "unconfirmed"],
  ["that of a page of a proxy", [502, "<html>"], "unconfirmed"],
])("a rejection contains %s", async (_, answer, code) => {
  const api = new Api({ "POST account/delete": answer as never });
  const removal = new Service(api.fetch).accounts.remove({ password: "x" });
  await expect(removal).rejects.toMatchObject({ code });
});

const ANNA = { user: "anna", name: "Anna", guest: false, bot: false, listed: false };
const LOST = [502, "<html>"] as const;
const REFUSED = [403, { error: "wrong-login", message: "" }] as const;

describe.each<[string, string, (service: Service) => Promise<unknown>]>([
  ["a registration", "POST account", (s) => s.join("Anna", "secret")],
  ["a recovery", "POST recover", (s) => s.recover("Anna", "7Q2M", "secret")],
])("%s without an answer", (_, question, act) => {
  test("that the server has stored is repeated as a login", async () => {
    const api = new Api({ [question]: [...LOST], "POST login": [200, ANNA] });
    const service = new Service(api.fetch);
    await expect(act(service)).rejects.toMatchObject({ code: "unavailable" });
    expect(await act(service)).toEqual(ANNA);
    expect(api.asked).toEqual([question, "POST login"]);
    expect(api.bodies.at(-1)).toEqual({ name: "Anna", password: "secret" });
    expect(await service.resume()).toBeNull();
  });

  test("that the server has not stored is repeated", async () => {
    const answers = [[...LOST], [200, ANNA]] as never;
    const api = new Api({ [question]: answers, "POST login": [...REFUSED] });
    const service = new Service(api.fetch);
    await expect(act(service)).rejects.toMatchObject({ code: "unavailable" });
    expect(await act(service)).toEqual(ANNA);
    expect(api.asked).toEqual([question, "POST login", question]);
  });

  test("is no reason to log in with another name", async () => {
    const taken = [409, { error: "name-taken", message: "" }] as const;
    const api = new Api({
      [question]: [...LOST],
      "POST account": [[...LOST], [...taken]] as never,
    });
    const service = new Service(api.fetch);
    await expect(act(service)).rejects.toBeDefined();
    await expect(service.join("Ben", "secret")).rejects.toBeDefined();
    expect(api.asked).toEqual([question, "POST account"]);
  });
});

test("a question that is not answered has changed nothing", async () => {
  const api = new Api({ "GET games": [502, "<html>"] });
  const answer = new Service(api.fetch).playing();
  await expect(answer).rejects.toMatchObject({ code: "unavailable" });
});

/** Fails like a `fetch` whose connection breaks. */
const broken: [string, typeof fetch][] = [
  ["a lost connection", () => Promise.reject(new TypeError("failed to fetch"))],
  ["a timeout", () => Promise.reject(new DOMException("late", "TimeoutError"))],
  ["a timeout of an older browser", () => Promise.reject(new DOMException("late", "AbortError"))],
  ["a response that ends early", () => Promise.resolve(new Response(endsEarly()))],
];

function endsEarly(): ReadableStream {
  return new ReadableStream({ start: (body) => body.error(new TypeError("network error")) });
}

describe.each(broken)("after %s", (_, fetch) => {
  const service = new Service(fetch);

  test.each<[string, (service: Service) => Promise<unknown>]>([
    ["a seek", (s) => s.seek(OPTIONS)],
    ["an account’s end", (s) => s.accounts.remove({ password: "secret" })],
    ["new codes", (s) => s.accounts.newCodes({ password: "a" })],
    ["a room", (s) => new RoomService(s.request).start("ABC")],
  ])("%s may have changed something", async (_, act) => {
    await expect(act(service)).rejects.toMatchObject({ code: "unconfirmed" });
  });

  test.each(REPEATABLE)("%s can be repeated", async (_, act) => {
    await expect(act(service)).rejects.toMatchObject({ name: "ServiceError", code: "away" });
  });

  test("what an offline device did not send has changed nothing", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    await expect(service.seek(OPTIONS)).rejects.toMatchObject({ code: "away" });
  });
});

test.each(REPEATABLE)("%s can be repeated after an outage of the store", async (_, act) => {
  const answer = JSON.stringify({ error: "unavailable", message: "" });
  const service = new Service(() => Promise.resolve(new Response(answer, { status: 503 })));
  await expect(act(service)).rejects.toMatchObject({ code: "unavailable" });
});

test("an expired session differs from a missing permission", async () => {
  const api = new Api({
    "GET games": [401, { error: "no-session", message: "come in first" }],
    "GET seeks": [403, { error: "not-allowed", message: "no" }],
  });
  const service = new Service(api.fetch);
  service.onforgotten = vi.fn();
  await service.seeks().catch(() => undefined);
  expect(service.onforgotten).not.toHaveBeenCalled();
  await service.playing().catch(() => undefined);
  expect(service.onforgotten).toHaveBeenCalledOnce();
});
