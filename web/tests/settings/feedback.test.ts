// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { playFeedback } from "../../src/settings/feedback";
import { playSound } from "../../src/settings/sounds";

vi.mock("../../src/settings/sounds", () => ({ playSound: vi.fn() }));

const ON = { sounds: true, vibrates: true };

const vibrate = vi.fn();

function used(hasBeenActive: boolean): void {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive }, vibrate });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
}

beforeEach(() => vi.clearAllMocks());

test("a page that was not used yet stays silent", async () => {
  used(false);
  playFeedback("place", ON);
  await vi.dynamicImportSettled();
  expect(playSound).not.toHaveBeenCalled();
  expect(vibrate).not.toHaveBeenCalled();
});

test.each([
  [true, false],
  [false, true],
])("sounds %s and vibration %s are independent", async (sounds, vibrates) => {
  used(true);
  playFeedback("loop", { sounds, vibrates });
  await vi.dynamicImportSettled();
  expect(playSound).toHaveBeenCalledTimes(Number(sounds));
  expect(vibrate).toHaveBeenCalledTimes(Number(vibrates));
});

test("a page without a connection that never played a sound stays silent", async () => {
  used(true);
  vi.resetModules();
  vi.doMock("../../src/settings/sounds", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const fresh = await import("../../src/settings/feedback");
  fresh.playFeedback("place", ON);
  await vi.dynamicImportSettled();
  expect(vibrate).toHaveBeenCalledOnce();
});
