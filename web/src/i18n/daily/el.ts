/** Μηνύματα του γρίφου της ημέρας. */

import { plural } from "../plural";
import type { en } from "./en";

const counted = plural("el");

export const el: typeof en = {
  about: "Ένας γρίφος την ημέρα, ίδιος για όλους. Εύκολος τη Δευτέρα, δύσκολος την Κυριακή.",
  past: "Από το παρελθόν· δεν μετρά στις συνεχόμενες ημέρες.",
  today: "Πίσω στον σημερινό",
  streak: (days) => counted(days, { one: "# ημέρα", other: "# ημέρες στη σειρά" }),
  noStreak: "Λύσε τον σημερινό γρίφο για να αρχίσεις μια σειρά ημερών.",
  longest: (days) => counted(days, { one: "Ρεκόρ: # ημέρα", other: "Ρεκόρ: # ημέρες" }),
  solvedAtOnce: "Λύθηκε με την πρώτη!",
  solvedAfter: (tries) =>
    counted(tries, { one: "Λύθηκε με # προσπάθεια.", other: "Λύθηκε με # προσπάθειες." }),
  shown: "Είδες τη λύση.",
  tomorrow: "Αύριο έρχεται νέος γρίφος.",
  share: "Κοινοποίηση αποτελέσματος",
  copied: "Το αποτέλεσμα αντιγράφηκε.",
  morePuzzles: "Κι άλλοι γρίφοι",
  calendar: "Ημερολόγιο",
  earlier: "Προηγούμενος μήνας",
  later: "Επόμενος μήνας",
  states: {
    solved: "λύθηκε",
    late: "λύθηκε αργότερα",
    shown: "φάνηκε η λύση",
    open: "άλυτος",
  },
};
