// @vitest-environment happy-dom
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import { parseRules } from "../../../src/kernel/rules";
import type { MatchView } from "../../../src/play/view";
import StatusHead from "../../../src/screens/parts/StatusHead.svelte";
import { en as m } from "../../messages";
import "../context";

test.each([
  [null, "Choose one."],
  [8, m.status.confirm({ mark: "X3", square: "9" })],
])("the key is beside the text with and without a preview (%s)", (considered, text) => {
  const match = { rules: parseRules("goff"), position: { places: [8, 8, 8], collapses: [] } };
  const snippet = (html: string) => createRawSnippet(() => ({ render: () => html }));
  const onchoose = vi.fn();
  const shown = mount(StatusHead, {
    target: document.body,
    props: {
      match: match as unknown as MatchView,
      confirms: true,
      considered,
      heading: snippet("<h2>You choose</h2>"),
      text: snippet("<p>Choose one.</p>"),
      onchoose,
    },
  });
  flushSync();
  expect(document.querySelector("p")?.textContent.trim()).toBe(text);
  const key = document.querySelector("button");
  key?.click();
  expect(onchoose.mock.calls).toEqual(considered === null ? [] : [[considered]]);
  void unmount(shown);
});
