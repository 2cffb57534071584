/**
 * Synthesized sounds: a few notes each, played by oscillators. There are no files to fetch, so they
 * work offline.
 */

export const SOUNDS = [
  "place",
  "loop",
  "collapse",
  "land",
  "win",
  "loss",
  "draw",
  "rejected",
] as const;
export type Sound = (typeof SOUNDS)[number];

/** Start and duration in milliseconds, and pitch in hertz. */
interface Note {
  readonly at: number;
  readonly lasts: number;
  readonly pitch: number;
  /** Final pitch of a glide. */
  readonly to?: number;
  readonly timbre?: OscillatorType;
}

/** A pentatonic scale, so that simultaneous notes are consonant. */
const [D4, A4, D5, E5, FS5, A5, D6] = [293.7, 440, 587.3, 659.3, 740, 880, 1174.7] as const;

export const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  place: [{ at: 0, lasts: 90, pitch: D5 }],
  loop: [
    { at: 0, lasts: 140, pitch: D5 },
    { at: 90, lasts: 140, pitch: FS5 },
    { at: 180, lasts: 260, pitch: A5 },
  ],
  collapse: [{ at: 0, lasts: 320, pitch: A5, to: D4, timbre: "triangle" }],
  land: [{ at: 0, lasts: 60, pitch: A4 }],
  win: [
    { at: 0, lasts: 160, pitch: D5 },
    { at: 120, lasts: 160, pitch: FS5 },
    { at: 240, lasts: 160, pitch: A5 },
    { at: 360, lasts: 500, pitch: D6 },
  ],
  loss: [
    { at: 0, lasts: 220, pitch: A4 },
    { at: 180, lasts: 480, pitch: D4 },
  ],
  draw: [
    { at: 0, lasts: 220, pitch: E5 },
    { at: 180, lasts: 420, pitch: E5 },
  ],
  rejected: [{ at: 0, lasts: 140, pitch: 150, timbre: "triangle" }],
};

/** Low, for rooms with other people. */
const VOLUME = 0.08;
/** Attack time in milliseconds; an abrupt start clicks. */
const ATTACK_MS = 8;

/** Taps, clicks and keys, during which every browser can resume the audio. */
const GESTURES = ["pointerup", "click", "keydown"];

let context: AudioContext | null = null;
/** The last sound that was played while the audio is resumed. */
let waiting: Sound | null = null;

/**
 * Play a sound; the caller checks the settings. Audio can take until the next tap to be resumed,
 * after which only the last sound is played, not all of them at once.
 */
export async function playSound(sound: Sound): Promise<void> {
  const audio = (context ??= openAudio());
  const isResuming = waiting !== null;
  waiting = sound;
  // Suspended until the first sound, and "interrupted" where another app took over.
  if (audio.state !== "running") {
    for (const gesture of GESTURES) addEventListener(gesture, resumeInGesture, true);
    if (isResuming) return;
    await resume(audio);
  }
  playWaiting(audio);
}

/** Outside of a gesture, Safari neither resumes the audio nor answers. */
function resumeInGesture(): void {
  const audio = context;
  if (!audio || audio.state === "running") return;
  resume(audio).then(
    () => playWaiting(audio),
    () => undefined, // it stays silent
  );
}

/** Rejects with the browser's error; no sound waits then. */
async function resume(audio: AudioContext): Promise<void> {
  try {
    await audio.resume();
  } catch (error) {
    waiting = null;
    throw error;
  }
}

function playWaiting(audio: AudioContext): void {
  const sound = waiting;
  waiting = null;
  if (sound) for (const note of NOTES[sound]) playNote(audio, note);
}

/** Open the audio of the page, suspended: audio that runs keeps a device awake. */
export async function openSounds(): Promise<void> {
  if (context) return;
  context = openAudio();
  await context.suspend();
}

/** Ambient sounds obey an iPhone's silent switch, and do not stop music. */
function openAudio(): AudioContext {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = "ambient";
  return new AudioContext();
}

function playNote(audio: AudioContext, { at, lasts, pitch, to, timbre = "sine" }: Note): void {
  const start = audio.currentTime + at / 1000;
  const end = start + lasts / 1000;
  const voice = new OscillatorNode(audio, { type: timbre, frequency: pitch });
  if (to !== undefined) voice.frequency.exponentialRampToValueAtTime(to, end);
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(VOLUME, start + ATTACK_MS / 1000);
  loudness.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(loudness).connect(audio.destination);
  voice.start(start);
  voice.stop(end);
}
