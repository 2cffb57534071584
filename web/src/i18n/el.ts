/** Όλα όσα λέει η εφαρμογή, στα ελληνικά. */

import { presets } from "presets:el";

import type { Messages } from "./languages";
import { plural } from "./plural";

const counted = plural("el");

const levels: Messages["levels"] = {
  random: "Τυχαίο",
  easy: "Εύκολο",
  medium: "Μέτριο",
  hard: "Δύσκολο",
  best: "Κορυφαίο",
  optimal: "Τέλειο",
  "thesis-easy": "Εύκολο (διατριβή)",
  "thesis-medium": "Μέτριο (διατριβή)",
  "thesis-hard": "Δύσκολο (διατριβή)",
  "eval-easy": "Εύκολο (αξιολόγηση)",
  "eval-intermediate": "Μεσαίο (αξιολόγηση)",
  "eval-difficult": "Δύσκολο (αξιολόγηση)",
};

/** Πώς λέγονται δίπλα στα άλλα της οικογένειάς τους. */
const levelKeys: Messages["levelKeys"] = {
  ...levels,
  "thesis-easy": "Εύκολο",
  "thesis-medium": "Μέτριο",
  "thesis-hard": "Δύσκολο",
  "eval-easy": "Εύκολο",
  "eval-intermediate": "Μεσαίο",
  "eval-difficult": "Δύσκολο",
};

const levelNotes: Messages["levelNotes"] = {
  random: "Κάθε νόμιμη κίνηση, όλες εξίσου πιθανές.",
  easy: "Παίρνει μια άμεση νίκη, σπάνια σχεδιάζει πιο πέρα.",
  medium: "Σχεδιάζει περίπου μία φορά στις δύο.",
  hard: "Σχεδιάζει στις περισσότερες κινήσεις.",
  best: "Σχεδιάζει πάντα· το τέλειο παιχνίδι εδώ είναι άγνωστο.",
  optimal: "Παίζει τέλεια.",
  "thesis-easy": "Σμάνης 2016: μία στις δύο κινήσεις είναι τυχαία.",
  "thesis-medium": "Σμάνης 2016: μία στις τέσσερις κινήσεις είναι τυχαία.",
  "thesis-hard": "Σμάνης 2016: μία στις δέκα, ποτέ κατάρρευση.",
  "eval-easy": "Μία κίνηση μπροστά· προτιμά τα μεμονωμένα σύμβολα.",
  "eval-intermediate": "Μία κίνηση μπροστά· θέλει γραμμές με ένα κενό.",
  "eval-difficult": "Άλφα-βήτα, με διακοπή στο ένα δευτερόλεπτο.",
};

const illegalMoves: Messages["illegalMoves"] = {
  "off-board": "Το τετράγωνο αυτό δεν είναι στο ταμπλό.",
  "game-over": "Το παιχνίδι τελείωσε.",
  "loop-pending": "Πρώτα κατάρρευσε τον βρόχο.",
  "no-loop": "Δεν υπάρχει βρόχος για κατάρρευση.",
  "not-on-loop": "Το σύμβολο που έκλεισε τον βρόχο δεν μπορεί να καταλήξει εκεί.",
  "not-open": "Το τετράγωνο είναι κατειλημμένο.",
  "one-square": "Ένα κβαντικό σύμβολο χρειάζεται δύο διαφορετικά τετράγωνα.",
  "two-squares": "Αυτό το σύμβολο μπαίνει σε ένα τετράγωνο.",
  "pair-loop": "Οι κανόνες αυτοί δεν επιτρέπουν δεύτερο σύμβολο στο ίδιο ζεύγος.",
};

const failures: Messages["failures"] = {
  missing: "Ένα μέρος της εφαρμογής δεν φορτώθηκε.",
  broken: "Ένα μέρος της εφαρμογής έχει αλλοιωθεί.",
  crashed: "Η μηχανή του παιχνιδιού σταμάτησε.",
  rules: "Με αυτούς τους κανόνες δεν μπορεί να παιχτεί παιχνίδι.",
  position: "Κανένα παιχνίδι δεν φτάνει σε αυτή τη θέση.",
  "too-large": "Αυτό το ταμπλό είναι πολύ μεγάλο για τη μηχανή.",
  memory: "Η συσκευή δεν έχει αρκετή ελεύθερη μνήμη.",
  table: "Ο πίνακας των θέσεων έχει αλλοιωθεί.",
};

export const el: Messages = {
  app: {
    title: "Κβαντική τρίλιζα",
    tagline: "Κάθε σύμβολο είναι σε δύο τετράγωνα, ώσπου να χρειαστεί να αποφασίσει.",
    loading: "Φόρτωση …",
    reload: "Φόρτωση ξανά",
    settings: "Ρυθμίσεις",
    close: "Κλείσιμο",
    install: "Εγκατάσταση εφαρμογής",
    setAside:
      "Τα αποθηκευμένα δεδομένα δεν διαβάζονται και φυλάχτηκαν χωριστά. Τίποτε άλλο δεν χάθηκε.",
    notSaved: "Το παιχνίδι δεν αποθηκεύεται σε αυτό το πρόγραμμα περιήγησης.",
    invalidLink: "Ο σύνδεσμος δεν περιέχει παιχνίδι που να παίζεται.",
    unexpectedError: "Συνέβη ένα απρόβλεπτο σφάλμα.",
  },
  welcome: {
    hero: {
      label: "Ένα παιχνίδι που παίζεται μόνο του: πέντε σύμβολα, ένας βρόχος και η κατάρρευσή του",
      two: "Κάθε σύμβολο είναι σε δύο τετράγωνα μαζί.",
      shared: "Όσα μοιράζονται τετράγωνο είναι διεμπλεγμένα.",
      loop: "Ένας βρόχος! Τώρα πρέπει να αποφασίσουν …",
      end: "… και ο X έχει τρία στη σειρά.",
      pause: "Παύση",
    },
    setup: "Παιχνίδι",
    mode: "Παίκτες",
    single: "Ένας παίκτης",
    two: "Δύο παίκτες",
    marks: "Τα σύμβολά σου",
    first: (player) => (player === "X" ? "X πρώτος" : "O δεύτερος"),
    random: "Τυχαία πλευρά",
    starter: "Ποιος αρχίζει",
    starts: (player) => (player === "X" ? "Αρχίζεις εσύ" : "Αρχίζει ο υπολογιστής"),
    level: "Επίπεδο",
    advanced: "Για προχωρημένους",
    family: "Είδος αντιπάλου",
    families: { ladder: "Κανονικός", thesis: "Ερευνητικός", eval: "Αξιολόγηση" },
    familyNotes: {
      ladder: "Από τυχαίες κινήσεις ως το τέλειο παιχνίδι.",
      thesis: "Τα πέντε επίπεδα της διατριβής του Σμάνη (2016).",
      eval: "Ένα κλασικό πρόγραμμα που βαθμολογεί θέσεις.",
    },
    rules: "Κανόνες",
    size: "Ταμπλό",
    board: (rows, cols) => `${rows} × ${cols}`,
    start: "Παίξε",
    learn: "Μάθε το σε ένα λεπτό",
    explore: "Εξερεύνησε",
    resume: "Συνέχισε το παιχνίδι σου",
    dailyDone: "Τέλος για σήμερα",
    streak: (days) => counted(days, { one: "# ημέρα", other: "# ημέρες" }),
  },
  screens: {
    games: "Τα παιχνίδια σου",
    lessons: "Μαθήματα",
    puzzles: "Γρίφοι",
    daily: "Γρίφος της ημέρας",
    record: "Οι επιδόσεις σου",
    analysis: "Ανάλυση",
    teach: "Τάξη",
    review: "Αποτίμηση",
    online: "Δίκτυο",
  },
  levels,
  levelKeys,
  levelNotes,
  presets,
  illegalMoves,
  failures,
  game: {
    home: "Αρχική",
    undo: "Αναίρεση",
    redo: "Επανάληψη",
    reset: "Από την αρχή",
    layers: "Προβολή",
    rematch: "Ρεβάνς",
    result: "Αποτέλεσμα",
    share: "Κοινοποίηση",
    swap: "Αλλαγή πλευρών",
    newSeries: "Νέα σειρά",
    tryNext: (level) => `Το επίπεδο νικήθηκε. Δοκίμασε: ${level}`,
    moveNow: "Παίξε τώρα",
    krists: (count, length) =>
      counted(count, { one: `# κριστ των ${length}`, other: `# κριστ των ${length}` }),
    thinking: "Ο υπολογιστής σκέφτεται",
    tossing: "Το κέρμα είναι στον αέρα",
    moves: "Κινήσεις",
    noMoves: "Καμία κίνηση ακόμη.",
    you: "Εσύ",
    playerOne: "Παίκτης 1",
    playerTwo: "Παίκτης 2",
    points: (points, text) =>
      `${text} ${counted(Math.ceil(points), { one: "βαθμός", other: "βαθμοί" })}`,
    series: (games) => counted(games, { one: "σε # παιχνίδι", other: "σε # παιχνίδια" }),
    choose: "Διάλεξε",
    lands: (mark, square) => `${mark} στο ${square}`,
  },
  status: {
    place: (mark) => `Διάλεξε δύο τετράγωνα για το ${mark}.`,
    placeWhole: (mark) => `Διάλεξε ένα τετράγωνο για το ${mark}.`,
    half: (square) => `Τώρα διάλεξε δεύτερο τετράγωνο, ή πάλι το ${square} για αναίρεση.`,
    lastSquare: (mark, square) => `Μένει μόνο το ${square}: εκεί μπαίνει το ${mark}.`,
    yours: "Σειρά σου",
    turn: (player) => `Παίζει ο ${player}`,
    youChoose: "Εσύ επιλέγεις",
    chooses: (player) => `Επιλέγει ο ${player}`,
    confirm: (mark, square) =>
      `Προεπισκόπηση: το ${mark} στο ${square}. Πάτησε ξανά για επιβεβαίωση.`,
    choose: "Διάλεξε πώς καταρρέει ο βρόχος.",
    coin: "Αποφασίζει ένα κέρμα",
    coinAbout: (mark) => `Το ${mark} έκλεισε έναν βρόχο. Πού θα καταλήξει;`,
    closed: (mark) => `Το ${mark} έκλεισε έναν βρόχο.`,
  },
  events: {
    placed: (mark, one, other) => `Το ${mark} είναι στο ${one} και στο ${other}.`,
    whole: (mark, square) => `Το ${mark} είναι στο ${square}.`,
    closed: (mark, one, other) => `Το ${mark} είναι στο ${one} και στο ${other} και κλείνει βρόχο.`,
    collapsed: (player, mark, square) => `Ο ${player} επέλεξε: το ${mark} είναι στο ${square}.`,
    tossed: (mark, square, device) =>
      `Το κέρμα έβαλε το ${mark} στο ${square}${device && ` (${device})`}.`,
  },
  rejections: {
    point: "Διάλεξε ένα από τα φωτισμένα σύμβολα.",
    unclear: "Αυτό ήταν ανάμεσα σε δύο σύμβολα. Διάλεξε ένα από αυτά ή ένα ταμπλό παρακάτω.",
    wait: "Δεν είναι η σειρά σου.",
  },
  result: {
    moods: { draw: "Ισοπαλία", decided: "Τέλος", won: "Κέρδισες!", lost: "Έχασες" },
    wins: (player) => `Κερδίζει ο ${player}`,
    completed: (player, lines) => `Ο ${player} συμπλήρωσε τρίλιζα: ${lines}`,
    youCompleted: (lines) => `Συμπλήρωσες τρίλιζα: ${lines}`,
    olderFirst: (player, points) =>
      `Έκαναν και οι δύο τρίλιζα μαζί· του ${player} ήταν παλαιότερη, οπότε ο ${player} κερδίζει ${points}`,
    yoursFirst: (points) =>
      `Κάνατε και οι δύο τρίλιζα μαζί· η δική σου ήταν παλαιότερη, οπότε κερδίζεις ${points}`,
    bothDraw: "Έκαναν και οι δύο τρίλιζα, οπότε δεν κερδίζει κανείς",
    listed: (lines) => lines.join(" και "),
    more: (count) => `${count} ακόμη`,
    noLine: "Καμία τρίλιζα",
    copied: "Ο σύνδεσμος αντιγράφηκε.",
    krists: (count, length, others) =>
      `${count} κριστ ${counted(length, { one: "του # τετραγώνου", other: "των # τετραγώνων" })} έναντι ${others || "κανενός"}`,
    kristsEach: (count, length) =>
      `από ${counted(count, { one: "# κριστ", other: "# κριστ" })} των ${length} τετραγώνων`,
    noKrist: "κανένα κριστ",
    blocked: "δεν απομένει ζεύγος",
  },
  squares: {
    board: (rows, cols) => `Ταμπλό ${rows} επί ${cols} τετραγώνων`,
    empty: (square) => `${square}: κενό`,
    holds: (square, marks) => `${square}: ${marks}`,
    quantum: (mark, other) => `${mark}, επίσης στο ${other}`,
    classical: (mark) => `${mark}, κλασικό`,
    loop: (mark, other) => `${mark} στον βρόχο, επίσης στο ${other}`,
    closing: (mark, other) => `${mark} που έκλεισε τον βρόχο, επίσης στο ${other}`,
    stem: (mark, other) => `μίσχος ${mark}, επίσης στο ${other}`,
    half: (mark) => `${mark}, μισό`,
    vanished: (marks) => `έφυγαν: ${marks}`,
  },
};
