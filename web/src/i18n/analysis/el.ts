/** Όσα λένε ο πίνακας ανάλυσης και το πλαίσιο των αξιών. */

import { plural } from "../plural";
import type { en } from "./en";

const counted = plural("el");

const amounts: Readonly<Record<number, string>> = {
  1: "μισό βαθμό",
  2: "έναν βαθμό",
  3: "ενάμιση βαθμό",
  4: "δύο βαθμούς",
  5: "δυόμισι βαθμούς",
  6: "τρεις βαθμούς",
  8: "τέσσερις βαθμούς",
};

export const el: typeof en = {
  decimal: ",",
  amount: (halves, written) =>
    amounts[halves] ?? `${written} ${halves < 2 ? "του βαθμού" : "βαθμούς"}`,
  about: (amount) => `περίπου ${amount}`,
  values: {
    title: "Αξίες",
    thinking: "Υπολογίζω …",
    proven: "αποδεδειγμένο",
    estimated: (simulations) =>
      `εκτίμηση από ${counted(simulations, { one: "# προσομοίωση", other: "# προσομοιώσεις" })}`,
    ahead: (ahead, behind, amount, byChance) =>
      `Ο ${ahead} παίρνει ${byChance ? "κατά μέσο όρο " : ""}${amount} περισσότερο από τον ${behind} αν παίξουν και οι δύο τέλεια`,
    even: (byChance) =>
      `X και O παίρνουν ${byChance ? "κατά μέσο όρο " : ""}τα ίδια αν παίξουν και οι δύο τέλεια`,
    got: (ahead, behind, amount) => `Ο ${ahead} πήρε ${amount} περισσότερο από τον ${behind}`,
    gotSame: "X και O πήραν τα ίδια",
    moves: (decider) =>
      decider === "chance" ? "Πιθανά αποτελέσματα του κέρματος" : `Κινήσεις του ${decider}`,
    verdicts: {
      luck: "Αποφασίζει το κέρμα",
      forced: "Μοναδική κίνηση",
      best: "Άριστη",
      slower: (plies) => `Πιο αργή κατά ${counted(plies, { one: "# βήμα", other: "# βήματα" })}`,
      sooner: (plies) =>
        `Χάνει νωρίτερα κατά ${counted(plies, { one: "# βήμα", other: "# βήματα" })}`,
      close: "Κοντά στην άριστη",
      loses: (amount) => `Κοστίζει ${amount}`,
    },
    plies: (plies) => counted(plies, { one: "# βήμα ως το τέλος", other: "# βήματα ως το τέλος" }),
    more: (count) => `και ${count} ακόμη`,
    unknown: (count) =>
      counted(count, {
        one: "Μία κίνηση δοκιμάστηκε πολύ λίγο για να κριθεί.",
        other: "# κινήσεις δοκιμάστηκαν πολύ λίγο για να κριθούν.",
      }),
    again: "Πάτησε ξανά για να παιχτεί.",
    line: "Άριστη συνέχεια",
    lineBack: "Ένα βήμα λιγότερο της άριστης συνέχειας",
    lineForward: "Ένα βήμα περισσότερο της άριστης συνέχειας",
    linePlay: (move) => `Παίξε ${move}`,
  },
  tree: {
    title: "Κινήσεις",
    start: "Αρχή",
    empty: "Παίξε στο ταμπλό και για τους δύο. Ό,τι δοκιμάσεις μένει εδώ.",
    variation: "Παραλλαγή",
    toStart: "Στην αρχή",
    back: "Πίσω",
    forward: "Μπροστά",
    toEnd: "Στο τέλος",
    promote: "Κύρια συνέχεια",
    remove: "Διαγραφή από εδώ",
    comment: "Σχόλιο",
  },
  title: "Ανάλυση",
  turn: (decider) => (decider === "chance" ? "Αποφασίζει ένα κέρμα" : `Παίζει ο ${decider}`),
  chooses: (chooser) => `Ο ${chooser} επιλέγει την κατάρρευση`,
  undo: "Αναίρεση της τελευταίας αλλαγής",
  redo: "Επανάληψη",
  newBoard: "Άδειο ταμπλό",
  setUp: "Στήσε το",
  playHere: "Παίξε από εδώ",
  teach: "Δείξε το στην τάξη",
  marks: "Τα σύμβολά σου",
  level: "Επίπεδο",
  start: "Παίξε",
  cancel: "Άκυρο",
  notSaved: "Η ανάλυση δεν αποθηκεύεται σε αυτό το πρόγραμμα περιήγησης.",
  setAside: "Η αποθηκευμένη ανάλυση δεν διαβάζεται και φυλάχτηκε χωριστά.",
  badLink: (why) => `Ο σύνδεσμος δεν διαβάζεται: ${why}`,
};
