/** Όλα όσα λέει η εφαρμογή, στα ελληνικά. */

import type { Failure, Refusal } from "../kernel/errors";
import type { Source } from "../match/chance";
import type { Level } from "../match/levels";
import type { Preset, Title } from "./en";
import type { Messages } from "./languages";
import { plural, sizeIn } from "./plural";

const counted = plural("el");
const kilobytes = sizeIn("el");

const levels: Record<Level, string> = {
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
const levelKeys: Record<Level, string> = {
  ...levels,
  "thesis-easy": "Εύκολο",
  "thesis-medium": "Μέτριο",
  "thesis-hard": "Δύσκολο",
  "eval-easy": "Εύκολο",
  "eval-intermediate": "Μεσαίο",
  "eval-difficult": "Δύσκολο",
};

const levelNotes: Record<Level, string> = {
  random: "Κάθε νόμιμη κίνηση, όλες εξίσου πιθανές.",
  easy: "Βλέπει τη νίκη σε μία κίνηση, σπάνια πιο πέρα.",
  medium: "Κοιτάζει μπροστά περίπου μία φορά στις δύο.",
  hard: "Κοιτάζει μπροστά στις περισσότερες κινήσεις.",
  best: "Κοιτάζει πάντα μπροστά· το ταμπλό δεν έχει λυθεί.",
  optimal: "Δεν κάνει ποτέ λάθος. Κανείς δεν παίζει καλύτερα.",
  "thesis-easy": "Σμάνης 2016: μία στις δύο κινήσεις είναι τυχαία.",
  "thesis-medium": "Σμάνης 2016: μία στις τέσσερις κινήσεις είναι τυχαία.",
  "thesis-hard": "Σμάνης 2016: μία στις δέκα, ποτέ κατάρρευση.",
  "eval-easy": "Μία κίνηση μπροστά· προτιμά τα μεμονωμένα σύμβολα.",
  "eval-intermediate": "Μία κίνηση μπροστά· θέλει γραμμές με ένα κενό.",
  "eval-difficult": "Άλφα-βήτα, με διακοπή στο ένα δευτερόλεπτο.",
};

const presets: Record<Preset, { readonly name: string; readonly note: string }> = {
  goff: { name: "Κανόνες του Goff", note: "Ο αντίπαλος επιλέγει πώς καταρρέει ο βρόχος σου." },
  complete: { name: "Πλήρεις νίκες", note: "Κερδίζεις μόνο αν ο αντίπαλος δεν έχει τρίλιζα." },
  closer: {
    name: "Επιλέγει όποιος κλείνει",
    note: "Όποιος κλείνει έναν βρόχο επιλέγει πώς καταρρέει.",
  },
  "no-pair-loops": {
    name: "Χωρίς βρόχους ζεύγους",
    note: "Όχι δεύτερο σύμβολο στο ίδιο ζεύγος τετραγώνων.",
  },
  qubic3: { name: "Κέρμα", note: "Ένα κέρμα αποφασίζει κάθε κατάρρευση." },
  qubic4: { name: "Κέρμα, τέσσερα στη σειρά", note: "Ένα κέρμα αποφασίζει κάθε κατάρρευση." },
  qubic5: {
    name: "Κέρμα, μεγάλο ταμπλό",
    note: "Τέσσερα στη σειρά· ένα κέρμα αποφασίζει κάθε κατάρρευση.",
  },
  krist: { name: "Κριστ", note: "Ώσπου να γεμίσει το ταμπλό· κερδίζει η μακρύτερη σειρά." },
  classic3: { name: "Απλή τρίλιζα", note: "Χωρίς κβαντικά σύμβολα." },
  classic4: { name: "Απλή, τέσσερα στη σειρά", note: "Χωρίς κβαντικά σύμβολα." },
};

const refusals: Record<Refusal, string> = {
  "off-board": "Δεν υπάρχει τέτοιο τετράγωνο σε αυτό το ταμπλό.",
  "game-over": "Το παιχνίδι τελείωσε.",
  "loop-pending": "Πρώτα πρέπει να καταρρεύσει ένας βρόχος.",
  "no-loop": "Δεν υπάρχει βρόχος για κατάρρευση.",
  "not-on-loop": "Το σύμβολο που έκλεισε τον βρόχο δεν μπορεί να καταλήξει εκεί.",
  "not-open": "Εκεί υπάρχει ήδη κλασικό σύμβολο.",
  "one-square": "Ένα κβαντικό σύμβολο χρειάζεται δύο διαφορετικά τετράγωνα.",
  "two-squares": "Αυτό το σύμβολο μπαίνει σε ένα τετράγωνο.",
  "pair-loop": "Οι κανόνες αυτοί δεν επιτρέπουν δεύτερο σύμβολο στο ίδιο ζεύγος.",
};

const failures: Record<Failure, string> = {
  missing: "Ένα μέρος της εφαρμογής δεν φορτώθηκε.",
  broken: "Ένα μέρος της εφαρμογής έχει αλλοιωθεί.",
  crashed: "Η μηχανή του παιχνιδιού σταμάτησε.",
  rules: "Με αυτούς τους κανόνες δεν μπορεί να παιχτεί παιχνίδι.",
  position: "Κανένα παιχνίδι δεν φτάνει σε αυτή τη θέση.",
  "too-large": "Αυτό το ταμπλό είναι πολύ μεγάλο για τη μηχανή.",
  memory: "Η συσκευή δεν έχει αρκετή ελεύθερη μνήμη.",
  table: "Ο πίνακας των θέσεων έχει αλλοιωθεί.",
};

const titles: Record<Title, string> = {
  complete: "Πλήρης νίκη",
  narrow: "Οριακή νίκη",
  double: "Διπλή νίκη",
  cat: "Χωρίς τρίλιζα",
  win: "Νίκη",
  draw: "Ισοπαλία",
};

const sources: Record<Source, string> = {
  browser: "τους τυχαίους αριθμούς της συσκευής (crypto.getRandomValues)",
};

export const el: Messages = {
  app: {
    title: "Κβαντική τρίλιζα",
    tagline: "Κάθε σύμβολο είναι σε δύο τετράγωνα, ώσπου να χρειαστεί να αποφασίσει.",
    loading: "Φόρτωση …",
    reload: "Φόρτωση ξανά",
    settings: "Ρυθμίσεις",
    close: "Κλείσιμο",
    offline: "Η εφαρμογή φυλάσσεται στη συσκευή και λειτουργεί χωρίς δίκτυο.",
    online: "Η εφαρμογή δεν φυλάσσεται στη συσκευή: χρειάζεται δίκτυο για να ξεκινήσει.",
    table: "Ο πίνακας των θέσεων χρησιμοποιείται.",
    noTable:
      "Ο πίνακας των θέσεων δεν χρησιμοποιείται, οπότε ο υπολογιστής ίσως αργεί περισσότερο.",
    setAside:
      "Ό,τι ήταν αποθηκευμένο εδώ δεν διαβάζεται. Φυλάχτηκε χωριστά σε αυτή τη συσκευή και τίποτε άλλο δεν χάθηκε.",
    notSaved: "Αυτό το πρόγραμμα περιήγησης δεν επιτρέπει να αποθηκευτεί το παιχνίδι.",
    notAnswered: "Συνέβη ένα απρόβλεπτο σφάλμα.",
  },
  settings: {
    groups: {
      look: "Γλώσσα και χρώματα",
      board: "Ταμπλό",
      motion: "Κίνηση",
      senses: "Ήχος και αφή",
      device: "Σε αυτή τη συσκευή",
    },
    language: "Γλώσσα",
    theme: "Εμφάνιση",
    themes: {
      system: "Όπως η συσκευή",
      light: "Φωτεινή",
      dark: "Σκούρα",
      contrast: "Υψηλή αντίθεση",
    },
    eyes: "Χρώματα",
    eyesOptions: {
      usual: "Συνηθισμένα",
      "red-green": "Για κόκκινο–πράσινο",
      "blue-yellow": "Για μπλε–κίτρινο",
    },
    eyesNotes: {
      usual: "Το X είναι μπλε, το O κόκκινο.",
      "red-green":
        "Για όσους δεν ξεχωρίζουν το κόκκινο από το πράσινο: το X είναι μπλε, το O πορτοκαλί.",
      "blue-yellow": "Για όσους δεν ξεχωρίζουν το μπλε από το πράσινο ή το κίτρινο από το ροζ.",
    },
    coordinates: "Ονόματα τετραγώνων",
    coordinatesNote: "Ψηφία ή γράμματα που δείχνουν ποιο τετράγωνο είναι ποιο.",
    confirms: "Πρώτα προεπισκόπηση της κατάρρευσης",
    confirmsNote: "Το πρώτο πάτημα δείχνει τι θα συμβεί, το δεύτερο το κάνει να συμβεί.",
    hand: "Για αριστερόχειρες",
    handNote: "Τα πλήκτρα έχουν αντίστροφη σειρά· σε φαρδιές οθόνες το ταμπλό είναι δεξιά.",
    speed: "Ταχύτητα",
    speeds: { off: "Καθόλου", calm: "Ήρεμη", normal: "Κανονική", fast: "Γρήγορη" },
    speedNotes: {
      off: "Τίποτε δεν κινείται και οι βρόχοι καταρρέουν χωρίς αναμονή.",
      calm: "Όλα διαρκούν τα διπλάσια.",
      normal: "Αρκετός χρόνος για να δεις τι συμβαίνει.",
      fast: "Σύντομες κινήσεις και σύντομες αναμονές.",
    },
    motion: "Λιγότερη κίνηση",
    motions: { system: "Όπως η συσκευή", none: "Πάντα" },
    sounds: "Ήχοι",
    soundsNote: "Για σύμβολα, βρόχους, καταρρεύσεις, το τέλος και ό,τι δεν επιτρέπεται.",
    vibrates: "Δόνηση",
    vibratesNote: "Το τηλέφωνο απαντά σε όλα αυτά με μια σύντομη δόνηση.",
    reset: "Επαναφορά ρυθμίσεων",
    wasReset: "Όλες οι ρυθμίσεις είναι όπως στην αρχή.",
    kept: (entries, size) =>
      `Οι ρυθμίσεις, τα παιχνίδια και η πρόοδός σου: ${counted(entries, { one: "# εγγραφή", other: "# εγγραφές" })}, ${size}.`,
    keptNothing: "Τίποτε δικό σου δεν φυλάσσεται σε αυτή τη συσκευή.",
    size: kilobytes,
    keptNote: "Μένουν σε αυτό το πρόγραμμα περιήγησης και δεν στέλνονται πουθενά.",
    broken: (entries) =>
      counted(entries, {
        one: "# εγγραφή δεν διαβαζόταν και φυλάχτηκε χωριστά.",
        other: "# εγγραφές δεν διαβάζονταν και φυλάχτηκαν χωριστά.",
      }),
    download: "Λήψη όσων φυλάχτηκαν χωριστά",
    forget: "Διαγραφή όλων",
    forgetWarning: "Τα παιχνίδια, η πρόοδος και οι ρυθμίσεις σου θα χαθούν οριστικά.",
    forgetNow: "Οριστική διαγραφή",
    keep: "Να μείνουν όλα",
  },
  welcome: {
    mode: "Παίκτες",
    single: "Ένας παίκτης",
    two: "Δύο παίκτες",
    marks: "Τα σύμβολά σου",
    first: (player) => (player === "X" ? "X, πρώτος" : "O, δεύτερος"),
    lot: "Κλήρωση",
    starter: "Ποιος αρχίζει",
    starts: (player) => (player === "X" ? "Εσύ" : "Ο υπολογιστής"),
    level: "Επίπεδο",
    families: { ladder: "Κλίμακα", thesis: "Διατριβή", eval: "Αξιολόγηση" },
    family: "Είδος επιπέδου",
    rules: "Κανόνες",
    size: "Ταμπλό",
    board: (rows, cols) => `${rows} × ${cols}`,
    start: "Παίξε",
    more: "Πέρα από το παιχνίδι",
    proceed: "Συνέχισε το παιχνίδι σου",
    proceedNote: (rules, marks) =>
      `${rules}, ${counted(marks, { one: "# σύμβολο", other: "# σύμβολα" })} στο ταμπλό`,
  },
  screens: {
    lessons: "Μάθε",
    puzzles: "Γρίφοι",
    analysis: "Ανάλυση",
    teach: "Τάξη",
    review: "Αποτίμηση",
  },
  levels,
  levelKeys,
  levelNotes,
  presets,
  refusals,
  failures,
  titles,
  sources,
  game: {
    up: "Πίσω στην αρχή",
    undo: "Αναίρεση",
    redo: "Επανάληψη",
    reset: "Επαναφορά",
    layers: "Προβολή",
    again: "Παίξε ξανά",
    swap: "Αλλαγή πλευρών",
    anew: "Νέα σειρά",
    hurry: "Παίξε τώρα",
    youLead: (points, games) => `Προηγείσαι ${points} ${games}.`,
    computerLeads: (points, games) => `Ο υπολογιστής προηγείται ${points} ${games}.`,
    playerLeads: (name, points, games) => `Ο ${name} προηγείται ${points} ${games}.`,
    nobodyLeads: (points, games) => `${points} ${games}.`,
    krists: (count, length) =>
      counted(count, { one: `# κριστ των ${length}`, other: `# κριστ των ${length}` }),
    thinking: "Ο υπολογιστής σκέφτεται",
    tossing: "Το κέρμα είναι στον αέρα",
    moves: "Κινήσεις",
    noMoves: "Καμία ακόμη.",
    you: "Εσύ",
    playerOne: "Παίκτης 1",
    playerTwo: "Παίκτης 2",
    points: (points, text) =>
      `${text} ${counted(Math.ceil(points), { one: "βαθμός", other: "βαθμοί" })}`,
    series: (games) =>
      counted(games, { one: "μετά από # παιχνίδι", other: "μετά από # παιχνίδια" }),
    choose: "Διάλεξε",
    lands: (mark, square) => `${mark} στο ${square}`,
  },
  statistics: {
    title: "Αναζήτηση",
    none: "Τίποτα για αυτή την κίνηση.",
    positions: (count) => counted(count, { one: "# θέση", other: "# θέσεις" }),
    simulated: (count) => counted(count, { one: "# προσομοίωση", other: "# προσομοιώσεις" }),
    nodes: "Θέσεις",
    depth: "Βάθος",
    plies: (count) => counted(count, { one: "# κίνηση", other: "# κινήσεις" }),
    maxCutoffs: "Κλαδέματα στο MAX",
    minCutoffs: "Κλαδέματα στο MIN",
    timeCutoff: "Διακοπή λόγω χρόνου",
    struck: "έγινε",
    notStruck: "δεν έγινε",
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
  },
  status: {
    place: (mark) => `Βάλε το ${mark} σε δύο τετράγωνα.`,
    placeWhole: (mark) => `Βάλε το ${mark} σε ένα τετράγωνο.`,
    half: (mark, square) =>
      `Το ${mark} μπήκε κατά το ήμισυ στο ${square}. Πάτησε το άλλο του τετράγωνο, ή πάλι το ${square} για να το πάρεις πίσω.`,
    lastSquare: (mark, square) =>
      `Το ${mark} μπαίνει ολόκληρο στο ${square}, το τελευταίο ανοιχτό τετράγωνο.`,
    yours: "Σειρά σου",
    turn: (player) => `Παίζει ο ${player}`,
    youChoose: "Εσύ επιλέγεις",
    chooses: (player) => `Επιλέγει ο ${player}`,
    confirm: (mark, square) =>
      `Έτσι θα ήταν αν το ${mark} κατέληγε στο ${square}. Πάτησε ξανά για να γίνει, ή αλλού για να δεις τον βρόχο.`,
    choose: (mark) =>
      `Το ${mark} έκλεισε έναν βρόχο. Πάτησε ένα φωτισμένο σύμβολο για να μείνει εκεί, ή διάλεξε πού θα καταλήξει το ${mark}.`,
    coin: "Αποφασίζει ένα κέρμα",
    coinAbout: (mark) => `Το ${mark} έκλεισε έναν βρόχο. Πού θα καταλήξει;`,
    closed: (mark) => `Το ${mark} έκλεισε έναν βρόχο.`,
  },
  events: {
    placed: (mark, one, other) => `Το ${mark} είναι στο ${one} και στο ${other}.`,
    whole: (mark, square) => `Το ${mark} είναι στο ${square}.`,
    closed: (mark, one, other) => `Το ${mark} είναι στο ${one} και στο ${other} και κλείνει βρόχο.`,
    collapsed: (player, mark, square) => `Ο ${player} αφήνει το ${mark} στο ${square}.`,
    tossed: (mark, square, source) =>
      `Το κέρμα αφήνει το ${mark} στο ${square}. Προήλθε από ${source}.`,
  },
  refused: {
    point: "Εκεί δεν υπάρχει σύμβολο του βρόχου. Πάτησε ένα που φωτίζεται.",
    wait: "Δεν είναι η σειρά σου.",
  },
  result: {
    youWin: "Κέρδισες!",
    youLose: "Έχασες",
    wins: (player) => `Κερδίζει ο ${player}`,
    nobody: "Δεν κερδίζει κανείς",
    points: (title, points) => `${title}, ${points}`,
    firstLine: (player, line, mark) =>
      `η τρίλιζα ${line} του ${player} ολοκληρώνεται με το ${mark}`,
    nextLine: (player, line, mark) => `η ${line} του ${player} με το ${mark}`,
    more: (count) => `και ${count} ακόμη`,
    noLine: "καμία τρίλιζα",
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
    stem: (mark, other) => `${mark} που κρέμεται από τον βρόχο, επίσης στο ${other}`,
    half: (mark) => `${mark}, μισό`,
    gone: (marks) => `έφυγαν: ${marks}`,
  },
};
