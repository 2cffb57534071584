/** Όσα λέει η αποτίμηση μιας παρτίδας, στα ελληνικά. */

import { plural } from "../plural";
import type { en } from "./en";

const counted = plural("el");

export const el: typeof en = {
  judging: (done, all) =>
    `Αποτίμηση: ${done} από ${counted(all, { one: "# θέση", other: "# θέσεις" })}`,
  none: "Δεν υπάρχει ακόμη παρτίδα για αποτίμηση. Παίξε πρώτα μία.",
  unread: "Ο σύνδεσμος δεν περιέχει παιχνίδι που να παίζεται.",
  play: "Παίξε",
  graph: "Η αξία της θέσης μετά από κάθε κίνηση",
  forX: "καλύτερα για τον X",
  forO: "καλύτερα για τον O",
  point: (number, move, value) => `${number}. ${move}: ${value}`,
  start: "Αρχή",
  value: (value) => `Η αξία είναι ${value}.`,
  judged: (verdict, value) => `${verdict}. Η αξία είναι ${value}.`,
  back: "Μία κίνηση πίσω",
  forward: "Μία κίνηση μπροστά",
  accuracy: "Ακρίβεια",
  accuracyNote:
    "Το μερίδιο των βαθμών που κρίνονταν και δεν χάθηκαν: 100 % για όποιον δεν χάρισε τίποτα.",
  noStake: "δεν κρινόταν τίποτα",
  lost: (lost) => `έχασε ${lost}`,
  lostNothing: "δεν έχασε τίποτα",
  turning: "Η στιγμή που έκρινε την ήττα",
  leadLost: "Η στιγμή που χάθηκε το προβάδισμα",
  noTurning: "Κανένα αποφασιστικό λάθος.",
  luck: (amount, player) => `Τύχη: ${amount} για τον ${player}`,
  noLuck: "Το κέρμα δεν άλλαξε τίποτα",
  better: (moves) => `Καλύτερα: ${moves}.`,
  estimated: "Οι αξίες αυτές είναι εκτιμήσεις. Μικρές απώλειες δεν φαίνονται.",
  moves: "Κινήσεις",
  playOn: "Συνέχισε από εδώ",
  analyse: "Ανάλυσε από εδώ",
};
