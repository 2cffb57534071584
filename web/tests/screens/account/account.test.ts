// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { Connection } from "../../../src/online/connection.svelte";
import { Online } from "../../../src/online/online.svelte";
import type { Account } from "../../../src/online/accounts";
import { Service } from "../../../src/online/service";
import { MAX_BOT_TOKENS } from "../../../src/generated/messages";
import { setLanguage } from "../../../src/screens/context.svelte";
import AccountDialog from "../../../src/screens/account/AccountDialog.svelte";
import { Api } from "../../online/api";
import { Server } from "../../online/server";
import { english, greek } from "../../messages";
import { useApp } from "../context";

const el = greek.online;
const w = english.online;
const shared: { online: Online } = vi.hoisted(() => ({ online: null as never }));
vi.mock("../../../src/screens/online/online-state", () => ({ sharedOnline: () => shared.online }));

const t = w.account;
const ANNA: Account = { user: "anna", name: "Anna", guest: false, bot: false, listed: false };
const GUEST: Account = { user: "guest", name: "Guest 1", guest: true, bot: false, listed: false };
const WAYS = { password: true, codes: 7, passkeys: [] };
const BOT = { id: "b1", label: "my bot", created: 0, expires: 0 };
const WRONG = [403, { error: "wrong-login", message: "the password is another" }] as const;

let shown: Record<string, unknown> | undefined;
const onclose = vi.fn();

afterEach(() => {
  if (shown) void unmount(shown);
  document.body.textContent = "";
  onclose.mockClear();
});

/** Mount the dialog for an account with server responses; `GET session` is the next account. */
async function opened(
  who: Account,
  answers: ConstructorParameters<typeof Api>[0],
): Promise<{ api: Api; online: Online }> {
  const api = new Api({ "GET account": [200, WAYS], ...answers });
  const online = new Online(
    new Service(api.fetch),
    new Connection("ws://here", new Server().opener(null)),
  );
  shared.online = online;
  online.who = who;
  online.standing = "there";
  useApp({ setAside: vi.fn(), settings: { choices: { language: "en" } } });
  const props = { mode: "login" as const, onclose };
  shown = mount(AccountDialog, { target: document.body, props });
  if (!who.guest) await seen(() => document.querySelector("details"));
  return { api, online };
}

/** Wait for an element. */
function seen<T>(look: () => T | null | undefined): Promise<T> {
  return vi.waitFor(() => {
    flushSync();
    const found = look();
    if (!found) throw new RangeError(document.body.textContent ?? "");
    return found;
  });
}

function showsText(text: string): Promise<boolean> {
  return seen(() => document.body.textContent?.includes(text) || null);
}

function part(name: string): HTMLElement {
  const found = [...document.querySelectorAll("details")].find(
    (each) => each.querySelector("summary")?.textContent === name,
  );
  if (!found) throw new RangeError(`there is no "${name}"`);
  return found;
}

function press(name: string, within: ParentNode = document): void {
  const buttons = [...within.querySelectorAll("button")];
  const button = buttons.find(({ textContent }) => textContent?.trim() === name);
  if (!button) throw new RangeError(`there is no key "${name}"`);
  button.click();
  flushSync();
}

function toggle(section: HTMLDetailsElement): void {
  section.open = !section.open;
  section.dispatchEvent(new Event("toggle"));
  flushSync();
}

function type(name: string, text: string, within: ParentNode = document): void {
  const label = [...within.querySelectorAll("label")].find((each) => each.textContent === name);
  const input = document.getElementById(label?.htmlFor ?? "") as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

test("recovery codes are shown once, and then counted", async () => {
  const codes = ["7Q2M-0000", "8R3N-1111"];
  const { api } = await opened(ANNA, {
    "POST account/codes": [WRONG, [201, { codes }]] as never,
  });
  const own = part(t.codes);
  expect(own.textContent).toContain("7 codes are left.");
  type(t.currentPassword, "wrong", own);
  press(t.makeCodes, own);
  await showsText(t.wrongPassword);
  type(t.currentPassword, "right", own);
  press(t.makeCodes, own);
  await showsText(t.codesShown);
  expect([...own.querySelectorAll("code")].map((each) => each.textContent)).toEqual(codes);
  expect(api.bodies.at(-2)).toEqual({ password: "right" });
  expect(api.asked.at(-1)).toBe("GET account");
});

test("a deleted account is replaced by a new guest", async () => {
  const { api, online } = await opened(ANNA, {
    "POST account/delete": [204],
    "GET session": [204],
    "POST session": [200, GUEST],
    "GET people/Anna/games.qtn": [503, { error: "unavailable", message: "" }],
  });
  const own = part(t.remove);
  expect(own.textContent).toContain(t.removeNote);
  press(w.person.records, own);
  await showsText(w.rejections.unavailable);
  type(t.currentPassword, "right", own);
  press(t.removeSure, own);
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
  expect([online.who, online.forgotten]).toEqual([GUEST, null]);
  expect(api.asked).toContain("POST account/delete");
});

test("a password is changed with the old one", async () => {
  const { api } = await opened(ANNA, { "POST password": [204] });
  const own = part(t.change);
  type(t.newPassword, "another horse", own);
  type(t.currentPassword, "right", own);
  press(t.change, own);
  await showsText(t.changed);
  expect(api.bodies[api.asked.indexOf("POST password")]).toEqual({
    old: "right",
    new: "another horse",
  });
});

test("the token of a bot is shown once, and revoked by a second press", async () => {
  const full = [422, { error: "too-many", message: "" }] as const;
  const { api } = await opened(ANNA, {
    "GET tokens": [
      [200, []],
      [200, []],
      [200, [BOT]],
      [200, []],
    ] as never,
    "POST tokens": [full, [201, { ...BOT, token: "SECRET" }]] as never,
    "DELETE tokens/b1": [204],
  });
  const own = part(t.bots) as HTMLDetailsElement;
  toggle(own);
  type(t.botName, "my bot", own);
  press(t.addBot, own);
  await showsText(t.tooManyBots({ most: MAX_BOT_TOKENS }));
  press(t.addBot, own);
  await showsText(t.tokenShown);
  await seen(() => own.querySelector("li"));
  toggle(own);
  toggle(own);
  expect(own.querySelector("code")?.textContent).toBe("SECRET");
  expect(api.bodies[api.asked.lastIndexOf("POST tokens")]).toEqual({ label: "my bot" });
  own.querySelector<HTMLElement>("li button")?.click();
  flushSync();
  expect(api.asked).not.toContain("DELETE tokens/b1");
  press(t.revokeSure, own);
  await vi.waitFor(() => expect(own.querySelector("li")).toBeNull());
  expect(api.asked).toContain("DELETE tokens/b1");
  expect(own.querySelector("code")).toBeNull();
});

test("a bot that was revoked elsewhere is no longer asked about", async () => {
  await opened(ANNA, {
    "GET tokens": [
      [200, [BOT]],
      [200, []],
    ] as never,
    "DELETE tokens/b1": [404, { error: "not-found", message: "" }],
  });
  const own = part(t.bots) as HTMLDetailsElement;
  toggle(own);
  (await seen(() => own.querySelector<HTMLElement>("li button"))).click();
  flushSync();
  press(t.revokeSure, own);
  await seen(() => own.querySelector("form"));
  expect(own.textContent).not.toContain(t.revokeSure);
});

test("a passkey that was removed elsewhere is no longer asked about", async () => {
  const key = { id: "k1", label: "my phone", created: 0, used: 0 };
  await opened(ANNA, {
    "GET account": [
      [200, { ...WAYS, passkeys: [key] }],
      [200, WAYS],
    ] as never,
    "POST password": [204],
  });
  const own = part(t.passkeys);
  const act = t.removePasskey({ label: key.label });
  own.querySelector<HTMLElement>("li button")?.click();
  flushSync();
  expect(own.textContent).toContain(act);
  const password = part(t.change);
  type(t.newPassword, "another horse", password);
  type(t.currentPassword, "right", password);
  press(t.change, password); // loads the account again
  await vi.waitFor(() => expect(own.querySelector("li")).toBeNull());
  expect(own.textContent).not.toContain(act);
});

test("missing support for passkeys is explained", async () => {
  await opened(ANNA, {});
  expect(part(t.passkeys).textContent).toContain(t.passkeysNeed);
});

test("a recovery code replaces a forgotten password", async () => {
  const { online } = await opened(GUEST, { "POST recover": [WRONG, [200, ANNA]] as never });
  press(t.forgot);
  for (const [field, text] of [
    [t.name, "Anna"],
    [t.code, "7q2m"],
    [t.newPassword, "another horse"],
  ] as const)
    type(field, text);
  press(t.recover);
  await showsText(t.wrongCode);
  press(t.recover);
  await vi.waitFor(() => expect(online.who).toEqual(ANNA));
  expect(onclose).toHaveBeenCalledOnce();
});

test("in Greek, too", async () => {
  await setLanguage("el");
  await opened(ANNA, {});
  expect(part(el.account.codes).textContent).toContain("Απομένουν 7 κωδικοί.");
});
