// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

import { NOTES, SOUNDS, playSound } from "../../src/settings/sounds";
import { PATTERNS_MS, canVibrate, vibrate } from "../../src/settings/feedback";

const played: { type: string; frequency: number; start: number; stop: number }[] = [];

class Parameter {
  setValueAtTime = vi.fn();
  linearRampToValueAtTime = vi.fn();
  exponentialRampToValueAtTime = vi.fn();
}

class Voice {
  readonly frequency = new Parameter();
  private readonly tone: { type: string; frequency: number; start: number; stop: number };
  constructor(_: unknown, { type, frequency }: { type: string; frequency: number }) {
    this.tone = { type, frequency, start: 0, stop: 0 };
    played.push(this.tone);
  }
  connect<T>(node: T): T {
    return node;
  }
  start(time: number): void {
    this.tone.start = time;
  }
  stop(time: number): void {
    this.tone.stop = time;
  }
}

class Loudness {
  readonly gain = new Parameter();
  connect = vi.fn();
}

let state = "suspended";
const resume = vi.fn(async () => void (state = "running"));
const suspend = vi.fn(async () => void (state = "suspended"));

class Context {
  readonly currentTime = 10;
  readonly destination = {};
  resume = resume;
  suspend = suspend;
  get state(): string {
    return state;
  }
}

vi.stubGlobal("AudioContext", Context);
vi.stubGlobal("OscillatorNode", Voice);
vi.stubGlobal("GainNode", Loudness);

afterEach(() => {
  played.length = 0;
  vi.clearAllMocks();
});

test.each(SOUNDS)("%s is played note by note", async (sound) => {
  await playSound(sound);
  expect(played.map(({ frequency }) => frequency)).toEqual(NOTES[sound].map(({ pitch }) => pitch));
  for (const { start, stop } of played) expect(start >= 10 && stop > start).toBe(true);
});

test.each([
  ["suspended", 1],
  ["interrupted", 1],
  ["running", 0],
])("audio that is %s is resumed %i times", async (before, times) => {
  state = before;
  await playSound("place");
  expect(resume).toHaveBeenCalledTimes(times);
  expect(played).toHaveLength(1);
});

test("audio that cannot be resumed saves no notes for later", async () => {
  state = "interrupted";
  resume.mockRejectedValueOnce(new DOMException("", "InvalidStateError"));
  await expect(playSound("win")).rejects.toThrow(DOMException);
  expect(played).toEqual([]);
});

test("of the sounds before a tap resumes the audio, only the last is played", async () => {
  state = "suspended";
  let tap = (): void => undefined;
  resume.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => (tap = resolve));
    state = "running";
  });
  const sounds = Promise.all(["place", "loop", "win"].map((sound) => playSound(sound as "win")));
  tap();
  await sounds;
  expect(played).toHaveLength(NOTES.win.length);
  expect(resume).toHaveBeenCalledTimes(1);
  await playSound("place");
  expect(played).toHaveLength(NOTES.win.length + 1);
});

test.each(["pointerup", "click", "keydown"])(
  "audio that is resumed only in a %s is resumed there, while another attempt has no answer",
  async (gesture) => {
    state = "suspended";
    resume.mockImplementationOnce(() => new Promise(() => undefined));
    void playSound("place");
    void playSound("loop");
    expect(resume).toHaveBeenCalledTimes(1);
    dispatchEvent(new Event(gesture));
    await vi.waitFor(() => expect(played).toHaveLength(NOTES.loop.length));
    expect(resume).toHaveBeenCalledTimes(2);
    dispatchEvent(new Event(gesture));
    expect(resume).toHaveBeenCalledTimes(2);
    await playSound("win");
    expect(played).toHaveLength(NOTES.loop.length + NOTES.win.length);
  },
);

test("a gesture that cannot resume the audio either changes nothing", async () => {
  state = "interrupted";
  resume.mockImplementationOnce(() => new Promise(() => undefined));
  void playSound("place");
  resume.mockRejectedValueOnce(new DOMException("", "InvalidStateError"));
  dispatchEvent(new Event("pointerup"));
  await Promise.allSettled([resume.mock.results[1]?.value]);
  await playSound("win");
  expect(resume).toHaveBeenCalledTimes(3);
  expect(played).toHaveLength(NOTES.win.length);
});

test("audio runs from its first sound on", async () => {
  vi.resetModules();
  const fresh = await import("../../src/settings/sounds");
  state = "running";
  await fresh.openSounds();
  expect(state).toBe("suspended");
  await fresh.playSound("place");
  await fresh.openSounds();
  expect(state).toBe("running");
});

test("sounds obey the silent switch where there is one", async () => {
  const audioSession = { type: "auto" };
  vi.stubGlobal("navigator", { audioSession });
  vi.resetModules();
  await (await import("../../src/settings/sounds")).playSound("place");
  expect(audioSession.type).toBe("ambient");
});

test("sounds are short, and no two are alike", () => {
  const ends = SOUNDS.map((sound) => Math.max(...NOTES[sound].map(({ at, lasts }) => at + lasts)));
  expect(Math.max(...ends)).toBeLessThan(1000);
  expect(new Set(SOUNDS.map((sound) => JSON.stringify(NOTES[sound]))).size).toBe(SOUNDS.length);
});

test.each([
  [true, true],
  [false, false],
])("phones vibrate, desktops do not: %j", (isPhone, shakes) => {
  const shake = vi.fn();
  vi.stubGlobal("navigator", { vibrate: shake });
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
  expect(canVibrate()).toBe(shakes);
  for (const sound of SOUNDS) vibrate(sound);
  expect(shake.mock.calls).toEqual(shakes ? SOUNDS.map((sound) => [PATTERNS_MS[sound]]) : []);
});
