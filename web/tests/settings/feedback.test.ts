// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { playFeedback } from "../../src/settings/feedback";
import { playSound } from "../../src/settings/sounds";
import { vibrate } from "../../src/settings/vibration";

vi.mock("../../src/settings/sounds", () => ({ playSound: vi.fn() }));
vi.mock("../../src/settings/vibration", () => ({ vibrate: vi.fn() }));

const ON = { sounds: true, vibrates: true };

function used(hasBeenActive: boolean): void {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive } });
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
