/** Messages of the settings dialog. */

import { plural } from "../plural";
import { sizeIn } from "../sizes";

const counted = plural("en");
const kilobytes = sizeIn("en");

export const en = {
  groups: {
    look: "Language and colours",
    board: "Board",
    motion: "Motion",
    senses: "Sound and touch",
    people: "Other players",
    device: "On this device",
  },
  language: "Language",
  theme: "Appearance",
  themes: {
    system: "As the device",
    light: "Light",
    dark: "Dark",
    contrast: "High contrast",
  },
  eyes: "Colours",
  eyesOptions: {
    usual: "Usual",
    "red-green": "For red–green",
    "blue-yellow": "For blue–yellow",
  },
  eyesNotes: {
    usual: "X is blue, O is red.",
    "red-green": "For eyes to which red and green look alike: X is blue, O is orange.",
    "blue-yellow": "For eyes to which blue and green look alike, or yellow and pink.",
  },
  coordinates: "Names of squares",
  coordinatesNote: "Digits or letters that say which square is which.",
  confirms: "Show a collapse first",
  confirmsNote: "One tap shows what would happen, a second one makes it happen.",
  hand: "Left-handed",
  handNote: "Keys come in the opposite order; on wide screens the board is on the right.",
  speed: "Speed",
  speeds: { off: "Off", calm: "Calm", normal: "Normal", fast: "Fast" },
  speedNotes: {
    off: "Nothing moves, and loops collapse without a pause.",
    calm: "Everything takes twice as long.",
    normal: "Time enough to see what happens.",
    fast: "Short movements, short pauses.",
  },
  motion: "Reduced motion",
  motions: { system: "As the device", none: "Always" },
  sounds: "Sounds",
  soundsNote: "For marks, loops, collapses, the end, and what cannot be done.",
  vibrates: "Vibration",
  vibratesNote: "The phone answers each of these with a short shake.",
  chat: "Chat",
  chatNote:
    "Online, you and your opponent can write to each other, if the server allows it and both have this on. Nothing is kept.",
  reset: "Reset settings",
  wasReset: "All settings are as they were at first.",
  kept: (entries: number, size: string) =>
    `Your settings, games and progress: ${counted(entries, { one: "# entry", other: "# entries" })}, ${size}.`,
  keptNothing: "Nothing of yours is kept on this device.",
  size: kilobytes,
  keptNote: "It stays in this browser and is sent nowhere.",
  broken: (entries: number) =>
    counted(entries, {
      one: "# entry could not be read and has been set aside.",
      other: "# entries could not be read and have been set aside.",
    }),
  download: "Download what was set aside",
  forget: "Delete everything",
  forgetWarning: "Your games, your progress and your settings will be gone for good.",
  forgetNow: "Delete for good",
  keep: "Keep everything",
  offline: "The app is kept on this device and works without a network.",
  online: "The app is not kept on this device: it needs a network to start.",
  table: "The table of positions is in use.",
  noTable: "The table of positions is not in use, so the computer may take longer.",
};
