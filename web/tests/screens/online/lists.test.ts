// @vitest-environment happy-dom
/** Lists of games, and the form of a seek. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { PlayedGame } from "../../../src/online/service";
import GameList from "../../../src/screens/online/GameList.svelte";
import InviteForm from "../../../src/screens/online/InviteForm.svelte";
import SeekForm from "../../../src/screens/online/SeekForm.svelte";
import { seekForm } from "../../../src/screens/online/seek-form.svelte";
import { english } from "../../messages";
import { TERMS } from "../../online/server";
import { useApp } from "../context";

const w = english.online;
const APP = { settings: { choices: { language: "en" } } };
let shown: Record<string, unknown>;

afterEach(() => {
  void unmount(shown);
  document.body.textContent = "";
});

const keys = (): (string | undefined)[] =>
  [...document.querySelectorAll("button")].map(({ textContent }) =>
    textContent.replace(/\s+/g, " ").trim(),
  );

/** A time of the second of January in every time zone. */
const SECOND_OF_JANUARY = new Date(2026, 0, 2).getTime();

/** A finished game of Anna (X) and Ben (O). */
const ended = (seat: "X" | "O" | null, result: string): PlayedGame =>
  ({
    ...{ game: `${seat} ${result}`, clock: "300+3", rules: "goff", rated: false, seat },
    ...{ x: TERMS.x, o: TERMS.o, created: 0, version: 1, turn: null, result },
    at: SECOND_OF_JANUARY,
  }) as PlayedGame;

test("finished games name the opponent and how they ended, not one's own former name", () => {
  const games = [ended("O", "0.5-1"), ended("X", "0-1"), ended("X", "0-0"), ended("X", "*")];
  useApp({ settings: { choices: { language: "en-GB" } } });
  const props = { games };
  shown = mount(GameList, { target: document.body, props });
  const expected = ["Against Anna Won 1–½", "Against Ben Lost 0–1", "Against Ben Draw 0–0"];
  const found = keys();
  expected.forEach((text, i) => expect(found[i]).toContain(text));
  expect(found[3]).toContain("Against Ben Aborted Standard rules");
  expect(found[0]).toContain("2 Jan 2026");
});

test("games of others have both names", () => {
  useApp(APP);
  const props = { games: [ended(null, "1-0")] };
  shown = mount(GameList, { target: document.body, props });
  expect(keys()[0]).toContain(`${w.versus({ x: "Anna", o: "Ben" })} 1–0`);
});

test("strangers need a clock, and friends have a form of their own", () => {
  useApp(APP);
  shown = mount(SeekForm, { target: document.body, props: { onseek: vi.fn() } });
  expect(keys()).toEqual([w.playNow({ clock: "5 min + 3 s" }), w.invite]);
  expect(document.querySelector('option[value="none"]')).toBeNull();
  document.querySelectorAll<HTMLElement>("button")[1]?.click();
  expect(seekForm.invites).toBe(true);
});

test("friends play without a clock by default, and a clock is explained", () => {
  useApp(APP);
  const oninvite = vi.fn(() => new Promise<void>(() => undefined));
  const props = { oninvite, oncancel: vi.fn() };
  shown = mount(InviteForm, { target: document.body, props });
  expect(document.body.textContent).toContain(w.clockNotes.none);
  for (let i = 0; i < 2; i++) document.querySelector<HTMLElement>("button.primary")?.click();
  expect(oninvite).toHaveBeenCalledExactlyOnceWith(seekForm.invitation);
  expect(seekForm.invitation.clock).toBe("none");
  seekForm.inviteTo({ rules: "goff", clock: "300+3", start: "-" });
  flushSync();
  expect(document.body.textContent).toContain(
    "5 minutes for each player, and 3 seconds more for each move.",
  );
});

test("an invitation to another game keeps its start and clock, and no settings", () => {
  useApp(APP);
  seekForm.endInvitation();
  const before = seekForm.invitation;
  seekForm.inviteTo({ rules: "krist", clock: "90+7", start: "12" });
  expect(seekForm.invitation).toMatchObject({ rules: "krist", clock: "90+7", start: "12" });
  const props = { oninvite: vi.fn(), oncancel: vi.fn() };
  shown = mount(InviteForm, { target: document.body, props });
  flushSync();
  const clock = document.querySelector("option[value='90+7']")?.closest("select");
  expect(clock?.value).toBe("90+7");
  seekForm.name = "Jo";
  flushSync();
  const saved = Object.values({ ...localStorage }).join();
  expect(saved).toContain('"name":"Jo"');
  expect(saved).not.toContain("90+7");
  seekForm.name = before.name;
  seekForm.endInvitation();
  expect(seekForm.invitation).toEqual(before);
});
