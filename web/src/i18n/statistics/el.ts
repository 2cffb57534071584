/** Τι είχε βρει ο υπολογιστής όταν έπαιξε, στα ελληνικά. */

import { plural } from "../plural";
import type { en } from "./en";

const counted = plural("el");

export const el: typeof en = {
  title: "Αναζήτηση",
  none: "Τίποτα για αυτή την κίνηση.",
  early: "Τίποτα ακόμη.",
  positions: (count) => counted(count, { one: "# θέση", other: "# θέσεις" }),
  simulated: (count) => counted(count, { one: "# προσομοίωση", other: "# προσομοιώσεις" }),
  nodes: "Θέσεις",
  depth: "Βάθος",
  plies: (count) => counted(count, { one: "# κίνηση", other: "# κινήσεις" }),
  maxCutoffs: "Κλαδέματα στο MAX",
  minCutoffs: "Κλαδέματα στο MIN",
  timeCutoff: "Διακοπή λόγω χρόνου",
  yes: "ναι",
  no: "όχι",
  time: "Χρόνος",
  simulations: "Προσομοιώσεις",
  value: "Αξία",
  line: "Συνέχεια",
  even: "ισόπαλα",
  lead: (player, points) => `${player} +${points}`,
  exactly: (value) => `${value}, αποδεδειγμένα`,
  about: (value) => `≈ ${value}`,
  number: (count, digits = 0) => count.toLocaleString("el", { maximumFractionDigits: digits }),
  seconds: (text) => `${text} δευτ.`,
};
