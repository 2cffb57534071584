/** Μηνύματα για τα αποτελέσματα και την πρόοδο. */

import { plural } from "../plural";
import type { en } from "./en";

const counted = plural("el");

export const el: typeof en = {
  computer: "Με τον υπολογιστή",
  none: "Τελείωσε ένα παιχνίδι με τον υπολογιστή και το αποτέλεσμα θα εμφανιστεί εδώ.",
  games: (count) => counted(count, { one: "# παιχνίδι", other: "# παιχνίδια" }),
  won: (count) => counted(count, { one: "# νίκη", other: "# νίκες" }),
  drawn: (count) => counted(count, { one: "# ισοπαλία", other: "# ισοπαλίες" }),
  lost: (count) => counted(count, { one: "# ήττα", other: "# ήττες" }),
  wins: (won, needed) => `${won} από ${needed} νίκες`,
  beaten: "νικήθηκε",
  next: (level) => `Παίξε: ${level}`,
  suggestion: (level, next) => `Νίκησες το επίπεδο «${level}». Δοκιμάζεις το «${next}»;`,
  lessons: "Μαθήματα",
  badges: (done, all) => `${done} από ${all} σήματα`,
  badge: (title, isDone) => `${title}: ${isDone ? "ολοκληρώθηκε" : "όχι ακόμη"}`,
  puzzles: "Γρίφοι",
  days: "ημέρες στη σειρά",
  longestDays: "ρεκόρ",
  solvedDays: "γρίφοι της ημέρας",
  solvedPuzzles: "άλλοι γρίφοι",
  device: "Όλα αυτά είναι μόνο σε αυτή τη συσκευή. Αποθήκευσε ένα αντίγραφο από τις ρυθμίσεις.",
};
