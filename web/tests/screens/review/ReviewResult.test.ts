// @vitest-environment happy-dom
/** Arrow keys step through a review, except in a field, in a dialog and on the board. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";

import { Evaluation } from "../../../src/analysis/evaluation.svelte";
import { linkedGame } from "../../../src/analysis/open";
import ReviewResult from "../../../src/screens/review/ReviewResult.svelte";
import { Settings } from "../../../src/settings/settings.svelte";
import { ReviewSession } from "../../../src/study/review-session.svelte";
import { startedKernel } from "../../kernel/ports";
import { useApp } from "../context";

const kernel = await startedKernel();
let reviewing: ReviewSession;
let shown: Record<string, unknown>;

beforeEach(async () => {
  useApp({ kernel, settings: new Settings(), session: { games: [] } });
  const game = await linkedGame(kernel, "human.human/classic3/1 2 5 3 9");
  reviewing = new ReviewSession(kernel, new Evaluation(kernel), game);
  await reviewing.run(new AbortController().signal);
  const { review } = reviewing;
  shown = mount(ReviewResult, { target: document.body, props: { reviewing, review } as never });
  flushSync();
  reviewing.goTo(2);
});

afterEach(() => {
  void unmount(shown);
  document.body.replaceChildren();
});

function pressIn(element: Element): void {
  element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
}

test.each(["input", "textarea", "select", "dialog", "button"])("a key in a %s", (name) => {
  const control = document.body.appendChild(document.createElement(name));
  pressIn(control);
  expect(reviewing.at).toBe(name === "button" ? 3 : 2);
});

test("a key in a dialog's button does not reach the screen below", () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  pressIn(dialog.appendChild(document.createElement("button")));
  expect(reviewing.at).toBe(2);
});

test("a key on a square moves to the next square only", () => {
  const square = document.querySelector('[data-square][tabindex="0"]') as SVGElement;
  pressIn(square);
  expect(reviewing.at).toBe(2);
});
