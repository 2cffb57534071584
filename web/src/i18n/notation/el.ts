/** Όσα μπορεί να έχει λάθος ένα κείμενο που επικολλά, ανοίγει ή γράφει κανείς. */

import { el as core } from "../el";
import type { NotationMessages, TokenName } from "./en";

const tokenNames: Record<TokenName, string> = {
  mark: "ένα σύμβολο (X1, O2 …)",
  "plus or at": "+ ή @",
  "(": "(",
  ")": ")",
  "!": "!",
  comma: "ένα κόμμα",
  semicolon: "το σημείο ;",
  square: "ένα τετράγωνο (1 έως 9)",
  loop: "ένας βρόχος, όπως [23|1]",
};

const illegalMoves = {
  ...core.illegalMoves,
  "not-loop-mark":
    "Αυτό το σύμβολο δεν είναι στον βρόχο, ή δεν μπορεί να καταλήξει σε εκείνο το τετράγωνο.",
};

const MAX_QUOTED_CHARS = 24;

/** In quotes, shortened. */
function quoted(text: string): string {
  const characters = [...text];
  return `«${characters.length > MAX_QUOTED_CHARS ? `${characters.slice(0, MAX_QUOTED_CHARS - 1).join("")}…` : text}»`;
}

export const el: NotationMessages = {
  where: (line, column) => `γραμμή ${line}, στήλη ${column}`,
  errors: {
    "too-long": ({ length, limit }) =>
      `το κείμενο έχει ${length.toLocaleString("el")} χαρακτήρες· διαβάζονται το πολύ ${limit.toLocaleString("el")}`,
    "no-move": ({ found }) =>
      `${quoted(found)} δεν είναι κίνηση· μια τοποθέτηση γράφεται 12 ή a1-b2, μια κατάρρευση @5 ή X1@2`,
    "no-place": ({ found, mark }) =>
      `${quoted(found)} δεν λέει πού είναι το ${mark}· ένα ζεύγος γράφεται 12 ή a1b2, ένα κλασικό σύμβολο 5 ή b2, το άδειο ταμπλό -`,
    "no-square": ({ found, rows, cols, first, last }) =>
      `σε αυτό το ταμπλό ${rows}×${cols} δεν υπάρχει τετράγωνο ${quoted(found)}· τα τετράγωνά του είναι ${first} έως ${last}`,
    "no-mark": ({ found, number, expected }) =>
      `δεν υπάρχει σύμβολο ${found}· το σύμβολο ${number} είναι το ${expected}`,
    "same-square": ({ mark }) =>
      `το ${mark} γράφει το ίδιο τετράγωνο δύο φορές· ένα κλασικό σύμβολο το γράφει μία`,
    "no-loop-closed": ({ move }) => `το ${move} δεν κλείνει βρόχο, άρα δεν παίρνει ~`,
    "illegal-move": ({ move, illegalReason }) =>
      `το ${move} δεν επιτρέπεται εδώ. ${illegalMoves[illegalReason]}`,
    "illegal-position": () => "με αυτούς τους κανόνες κανένα παιχνίδι δεν φτάνει σε αυτή τη θέση",
    "open-comment": () => "αυτό το σχόλιο δεν κλείνει πουθενά· λείπει το }",
    "open-variation": () => "αυτή η παραλλαγή δεν κλείνει πουθενά· λείπει το )",
    "no-tag": () => 'μια ετικέτα γράφεται [Name "τιμή"]',
    "no-open-brace": () => "πριν από αυτό δεν υπάρχει {",
    "no-open-bracket": () => "πριν από αυτό δεν υπάρχει [",
    "no-open-parenthesis": () => "πριν από αυτό δεν υπάρχει (",
    "no-escape": ({ found }) =>
      `το ${quoted(found)} δεν σημαίνει τίποτα· η ίδια η ανάποδη κάθετος γράφεται \\\\`,
    "no-result": () => "το παιχνίδι δεν έχει αποτέλεσμα· τέλειωσέ το με * ή με πόντους, όπως 1-0.5",
    "two-results": ({ stated, found }) =>
      `η ετικέτα Result λέει ${quoted(stated)}, αλλά το παιχνίδι τελειώνει με ${found}`,
    "result-in-variation": () =>
      "το αποτέλεσμα τελειώνει το παιχνίδι, αλλά μια παραλλαγή είναι ακόμη ανοιχτή· λείπει το )",
    "tag-after-moves": () =>
      "οι ετικέτες μπαίνουν πριν από τις κινήσεις· μήπως λείπει το αποτέλεσμα του παιχνιδιού;",
    "tag-twice": ({ name }) => `υπάρχουν δύο ετικέτες ${name}`,
    "variation-of-nothing": () =>
      "μια παραλλαγή αντικαθιστά την κίνηση πριν από αυτήν, αλλά δεν υπάρχει καμία",
    "empty-variation": () => "αυτή η παραλλαγή δεν έχει κινήσεις",
    "number-alone": ({ number }) => `μετά τον αριθμό ${number} δεν ακολουθεί κίνηση`,
    "number-of-collapse": () =>
      "μια κατάρρευση δεν έχει αριθμό· ο αριθμός είναι εκείνος του συμβόλου",
    "wrong-number": ({ expected, found }) =>
      `το επόμενο σύμβολο έχει αριθμό ${expected}, όχι ${found}`,
    "played-already": ({ move }) => `το ${move} υπάρχει ήδη· συνέχισε μετά από εκείνο`,
    "no-rules": ({ found }) => `${quoted(found)} δεν είναι κανόνες που παίζονται εδώ`,
    "wrong-result": ({ expected, found }) =>
      `στο ταμπλό το αποτέλεσμα είναι ${expected}, όχι ${quoted(found)}`,
    "wrong-termination": ({ expected, found }) =>
      `το παιχνίδι το τελείωσε το ταμπλό (${expected}), όχι ${quoted(found)}`,
    "not-over": ({ termination }) =>
      `το παιχνίδι συνεχίζεται, άρα η ετικέτα Termination δεν μπορεί να λέει ${quoted(termination)}`,
    "no-termination": ({ result }) =>
      `το παιχνίδι συνεχίζεται, άρα το αποτέλεσμά του είναι *· αν τελείωσε ${result} με παραίτηση ή συμφωνία, πρέπει να το λέει η ετικέτα Termination`,
    expected: ({ expected, found }) =>
      `εδώ χρειάζεται ${tokenNames[expected]}, όχι ${found ? quoted(found) : "το τέλος"}`,
    "wrong-mark": ({ expected, found }) =>
      `το επόμενο σύμβολο είναι το ${expected}, όχι το ${found}`,
    "closes-no-loop": ({ mark, stated }) =>
      `το ${mark} δεν κλείνει βρόχο, άρα δεν ακολουθεί ${stated}`,
    "wrong-loop": ({ expected, stated }) =>
      `ο βρόχος και οι μίσχοι του είναι ${expected}, όχι ${stated}`,
    "wrong-decider": ({ decider, mark, expected, found }) =>
      `τον βρόχο του ${mark} τον αποφασίζει ο ${decider}: εδώ χρειάζεται ${expected}, όχι ${found}`,
    "not-landing": ({ mark }) => `το ${mark} δεν γίνεται κλασικό εδώ, ή έχει ήδη γραφτεί`,
    "lands-elsewhere": ({ mark, expected, found }) =>
      `το ${mark} καταλήγει στο ${expected}, όχι στο ${found}`,
    "landing-missing": ({ marks }) =>
      `από τα σύμβολα που γίνονται κλασικά λείπουν: ${marks.join(", ")}`,
    "goff-board": ({ rows, cols }) =>
      `η γραφή του Goff είναι για ταμπλό 3×3, όχι για ${rows}×${cols}`,
    "goff-classical": () => "η γραφή του Goff είναι για κβαντικά σύμβολα, όχι για marks=classical",
    "goff-chance": () =>
      "η γραφή του Goff λέει ποιος παίκτης αποφασίζει την κατάρρευση, αλλά εδώ ισχύει chooser=chance",
    "file-too-long": ({ limit }) =>
      `πάνω από ${limit} KiB: μοίρασε τα παιχνίδια σε περισσότερα αρχεία`,
    "file-empty": () =>
      "το αρχείο είναι άδειο: ό,τι είχε αποθηκευτεί χάθηκε· χρησιμοποίησε άλλο αντίγραφο",
    damaged: () =>
      "το αρχείο έχει φθαρεί: επιδιόρθωσέ το με qttt convert· αν το άλλαξες με το χέρι, σβήσε κάθε γραμμή που αρχίζει με %, για να γίνει δεκτό όπως είναι",
    "no-text": ({ character }) => `αυτό δεν είναι κείμενο: έχει τον χαρακτήρα ${quoted(character)}`,
    "no-utf8": () => "αυτό δεν είναι κείμενο σε UTF-8· αποθήκευσέ το ως UTF-8",
    "tag-name": ({ found }) =>
      `${quoted(found)} δεν είναι όνομα ετικέτας· θέλει λατινικά γράμματα, ψηφία και _, με γράμμα πρώτο`,
    "result-name": ({ found }) => `${quoted(found)} δεν είναι αποτέλεσμα παιχνιδιού`,
    "no-history": ({ position }) => `η γραφή του Goff χρειάζεται το πώς προέκυψε το ${position}`,
  },
};
