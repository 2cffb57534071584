// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { playFeedback, prepareFeedback } from "../../src/settings/feedback";
import { openSounds, playSound } from "../../src/settings/sounds";

vi.mock("../../src/settings/sounds", () => ({ openSounds: vi.fn(), playSound: vi.fn() }));

const ON = { sounds: true, vibrates: true };

const vibrate = vi.fn();

function used(hasBeenActive: boolean): void {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive }, vibrate });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
}

function calls(): number[] {
  return [playSound, vibrate].map((each) => vi.mocked(each).mock.calls.length);
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
  await vi.waitFor(() => expect(calls()).toEqual([Number(sounds), Number(vibrates)]));
});

test.each([
  [true, true],
  [true, false],
  [false, true],
])("audio is opened before the first sound: page used %s, sounds %s", async (isUsed, sounds) => {
  used(isUsed);
  prepareFeedback({ sounds });
  await vi.dynamicImportSettled();
  expect(openSounds).toHaveBeenCalledTimes(isUsed && sounds ? 1 : 0);
  expect(playSound).not.toHaveBeenCalled();
});

test("audio that fails stays silent", async () => {
  used(true);
  vi.mocked(openSounds).mockImplementationOnce(() => {
    throw new ReferenceError("AudioContext is not defined");
  });
  vi.mocked(playSound).mockRejectedValueOnce(new DOMException("", "InvalidStateError"));
  prepareFeedback({ sounds: true });
  playFeedback("place", ON);
  await vi.waitFor(() => expect(openSounds).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(calls()).toEqual([1, 1]));
});

test("a page without a connection that never played a sound stays silent", async () => {
  used(true);
  vi.resetModules();
  vi.doMock("../../src/settings/sounds", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const fresh = await import("../../src/settings/feedback");
  fresh.playFeedback("place", ON);
  await vi.waitFor(() => expect(vibrate).toHaveBeenCalledOnce());
  await vi.dynamicImportSettled();
});

test("feedback follows the frame that it belongs to; hidden pages have no frames", () => {
  used(true);
  playFeedback("place", { sounds: false, vibrates: true });
  expect(vibrate).not.toHaveBeenCalled();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  playFeedback("place", { sounds: false, vibrates: true });
  expect(vibrate).toHaveBeenCalledOnce();
});
