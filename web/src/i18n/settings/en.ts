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
    senses: "Sound and vibration",
    people: "Other players",
    device: "On this device",
  },
  language: "Language",
  theme: "Appearance",
  themes: {
    system: "Same as device",
    light: "Light",
    dark: "Dark",
    contrast: "High contrast",
  },
  eyes: "Colours",
  eyesOptions: {
    usual: "Standard",
    "red-green": "Red–green safe",
    "blue-yellow": "Blue–yellow safe",
  },
  eyesNotes: {
    usual: "X is blue, O is red.",
    "red-green": "For red–green colour blindness: X is blue, O is orange.",
    "blue-yellow": "For blue–yellow colour blindness.",
  },
  coordinates: "Square labels",
  coordinatesNote: "Label squares with digits or letters.",
  oneTap: "Collapse with one tap",
  oneTapNote: "Chooses at once, without a preview.",
  coaches: "Hints in the first games",
  coachesNote: "A sentence whenever something happens for the first time.",
  hand: "Left-handed",
  handNote: "Mirrors the buttons; on wide screens the board is on the right.",
  speed: "Speed",
  speeds: { off: "Off", calm: "Calm", normal: "Normal", fast: "Fast" },
  speedNotes: {
    off: "No animations and no pauses.",
    calm: "Everything takes twice as long.",
    normal: "Enough time to follow.",
    fast: "Short animations and pauses.",
  },
  motion: "Reduced motion",
  motions: { system: "Same as device", none: "Always" },
  sounds: "Sounds",
  soundsNote: "For marks, loops, collapses, results and errors.",
  vibrates: "Vibration",
  vibratesNote: "Vibrates for the same events.",
  chat: "Chat",
  chatNote:
    "Chat with online opponents, if the server and both players allow it. Nothing is saved.",
  reset: "Reset settings",
  wasReset: "Settings have been reset.",
  kept: (entries: number, size: string) =>
    `Your settings, games and progress: ${counted(entries, { one: "# entry", other: "# entries" })}, ${size}.`,
  keptNothing: "No data is saved on this device.",
  size: kilobytes,
  keptNote: "It never leaves this browser.",
  broken: (entries: number) =>
    counted(entries, {
      one: "# entry could not be read and was set aside.",
      other: "# entries could not be read and were set aside.",
    }),
  download: "Download unreadable data",
  backup: {
    save: "Save a copy",
    restore: "Restore a copy",
    warning: (file: string) => `Everything on this device will be replaced by ${file}.`,
    replace: "Replace everything",
    invalid: "This file is not a copy of saved data.",
    full: "This browser has no room for the copy.",
  },
  forget: "Delete everything",
  forgetWarning: "Your games, progress and settings will be deleted permanently.",
  forgetNow: "Delete all",
  keep: "Cancel",
  offline: "The app is saved on this device and works offline.",
  online: "The app is not saved for offline use.",
  table: "The tablebase is loaded.",
  noTable: "The tablebase is not loaded, so the computer may take longer.",
};
