// @vitest-environment happy-dom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { singlePlayer } from "../../../src/play/setup";
import SetupDialog from "../../../src/screens/welcome/SetupDialog.svelte";
import { en as m } from "../../messages";
import { useApp } from "../context";

let shown: Record<string, unknown>;

beforeEach(() => {
  useApp({ failed: vi.fn() });
  const setup = singlePlayer("goff", "X", "easy");
  const session = { setup, single: setup, choose: vi.fn() } as never;
  const props = { session, onplay: vi.fn(), onclose: vi.fn() };
  shown = mount(SetupDialog, { target: document.body, props });
  flushSync();
});
afterEach(() => void unmount(shown));

function chooseComputers(): void {
  const keys = [...document.querySelectorAll("button")];
  keys.find(({ textContent }) => textContent?.trim() === m.welcome.computers)?.click();
}

test("after “Two computers” the focus is on that mode", async () => {
  chooseComputers();
  await vi.waitFor(() =>
    expect((document.activeElement as HTMLInputElement).value).toBe("computers"),
  );
});

test("the number of a level is called Elo", () => {
  const radio = document.querySelector('input[value="hard"]');
  expect(radio?.parentElement?.querySelector(".visually-hidden")?.textContent).toMatch(/^Elo \d+$/);
  chooseComputers();
  flushSync();
  expect(document.querySelector("option[value=hard]")?.textContent).toMatch(/ · Elo \d+$/);
});
