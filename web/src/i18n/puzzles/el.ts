/** Όσα λένε οι γρίφοι, στα ελληνικά. */

import type { Player } from "../players";
import type { en } from "./en";

const goals: (typeof en)["goals"] = {
  "complete-win": "νίκησε",
  "narrow-win": "νίκησε οριακά, με μισό βαθμό διαφορά",
  "double-win": "κάνε διπλή νίκη",
  win: "νίκησε",
  "hold-the-draw": "κράτησε την ισοπαλία",
  "limit-the-loss": "χάσε όσο γίνεται λιγότερα",
  "best-odds": "πέτυχε τις καλύτερες πιθανότητες",
};

export const el: typeof en = {
  title: "Γρίφοι",
  grade: "Δυσκολία",
  all: "Όλοι",
  gradeNote: "Πόσο δύσκολα βρίσκει κανείς τη μόνη σωστή κίνηση, από 1 έως 5.",
  place: (player: Player, mark: string) => `Ο ${player} τοποθετεί το ${mark}`,
  choose: (player: Player, mark: string) => `Ο ${player} επιλέγει πού καταλήγει το ${mark}`,
  goals,
  task: (who: string, goal: string) => `${who}: ${goal}.`,
  only: "Μία μόνο κίνηση το πετυχαίνει.",
  wrong: (move: string, amount: string) => `Η κίνηση ${move} χάνει ${amount}.`,
  again: "Δοκίμασε άλλη κίνηση.",
  solved: "Λύθηκε!",
  shown: "Αυτή ήταν.",
  landing: (mark, square) => `${mark} στο ${square}`,
  right: (move: string) => `Μόνη σωστή κίνηση: ${move}.`,
  others: (least: string, most: string) =>
    least === most
      ? `Κάθε άλλη κίνηση χάνει ${least}.`
      : `Οι άλλες κινήσεις χάνουν από ${least} έως ${most}.`,
  streak: (count: number) => `${count} στη σειρά`,
  longest: (count: number) => `ρεκόρ ${count}`,
  progress: (solved: number, all: number) => `λύθηκαν ${solved} από ${all}`,
  show: "Δείξε τη λύση",
  playOn: "Συνέχισε",
  next: "Επόμενος γρίφος",
  analyse: "Ανάλυση",
  grades: (grade: number) => `Δυσκολία ${grade}`,
};
