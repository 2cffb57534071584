import type { Layer, View } from "../../settings/layers";
import { plural } from "../plural";
import type { en } from "./en";

const many = plural("el");

const layers: Record<Layer, string> = {
  links: "Σύνδεσμοι",
  arrows: "Βέλη του βρόχου",
  history: "Όσα χάθηκαν",
  moves: "Κινήσεις",
  values: "Αξίες",
  worlds: "Κόσμοι",
  odds: "Πιθανότητες",
  circuit: "Κύκλωμα",
};

const layerNotes: Record<Layer, string> = {
  links: "Ένα χρώμα και ένα μοτίβο για κάθε διεμπλοκή.",
  arrows: "Πού θα κατέληγε κάθε σύμβολο: συνεχή στη μία έκβαση, διακεκομμένα στην άλλη.",
  history: "Κάθε σύμβολο που βρέθηκε ποτέ σε ένα τετράγωνο. Για ένα μόνο τετράγωνο, πάτησέ το.",
  moves: "Ό,τι έχει παιχτεί.",
  values: "Τι αξίζει κάθε κίνηση.",
  worlds: "Κάθε ταμπλό που μπορεί ακόμη να προκύψει.",
  odds: "Πόσο πιθανό είναι να καταλήξει κάθε σύμβολο κάπου, με ακρίβεια.",
  circuit: "Τα ίδια σύμβολα σε έναν κβαντικό υπολογιστή.",
};

const views: Record<View, string> = { play: "Παιχνίδι", learn: "Μάθηση", analyse: "Ανάλυση" };

const viewNotes: Record<View, string> = {
  play: "Το ταμπλό και οι κινήσεις.",
  learn:
    "Επίσης κόσμοι, πιθανότητες και κυκλώματα. Ποια κίνηση είναι η καλύτερη μένει για σένα να το βρεις.",
  analyse: "Τα πάντα, ακόμη και τι αξίζει κάθε κίνηση.",
};

export const el: typeof en = {
  layers,
  layerNotes,
  views,
  viewNotes,
  ownView: "Δική σου επιλογή.",
  shown: "Τι φαίνεται",
  preset: "Για",
  onBoard: "Πάνω στο ταμπλό",
  besideBoard: "Δίπλα στο ταμπλό",
  panels: "Για αυτή τη θέση",
  close: "Κλείσιμο",
  noQuantum: "Κανένα σύμβολο δεν είναι τώρα σε δύο τετράγωνα.",
  worlds: {
    count: (count) => many(count, { one: "1 κόσμος", other: "# κόσμοι" }),
    left: (count) =>
      many(count, {
        one: "1 κόσμος μπορεί να προκύψει.",
        other: "# κόσμοι μπορούν να προκύψουν.",
      }),
    gone: (title) => `${title}, χάθηκαν`,
    contradicted: (count, mark) =>
      many(count, {
        one: `1 κόσμος δεν είχε θέση για το ${mark}`,
        other: `# κόσμοι δεν είχαν θέση για το ${mark}`,
      }),
    filter: "Κόσμοι με",
    lands: (mark, square) => `το ${mark} καταλήγει στο ${square}`,
    match: (some, all) =>
      `${many(some, { one: "1", other: "#" })} από ${many(all, { one: "1 κόσμο", other: "# κόσμους" })}`,
    page: (first, last) => `${first}–${last}`,
    earlier: "Προηγούμενοι κόσμοι",
    later: "Επόμενοι κόσμοι",
    world: (marks) => `Κόσμος: ${marks}`,
    place: (mark, square) => `${mark} στο ${square}`,
  },
  odds: {
    marks: "Πού καταλήγει κάθε σύμβολο",
    squares: "Τι παίρνει κάθε τετράγωνο",
    mark: "Σύμβολο",
    square: "Τετράγωνο",
    landing: "Καταλήγει στο",
    nothing: "τίποτα",
    considered: (mark, square) => `Αν το ${mark} καταλήξει στο ${square}:`,
  },
  circuit: {
    w: (squares) => `Τετράγωνα ${squares}: κατάσταση W`,
    ghz: (marks) => `Βρόχος των ${marks}: κατάσταση GHZ`,
    wNote:
      "Ένα σύρμα για κάθε τετράγωνο. Στη μέτρηση ακριβώς ένα σύρμα δείχνει 1, όλα με την ίδια πιθανότητα: εκείνο το τετράγωνο μένει κενό και κάθε σύμβολο καταλήγει στο άκρο του που είναι μακριά από αυτό.",
    ghzNote: (mark, zero, one) =>
      `Ένα σύρμα για κάθε σύμβολο, που δείχνει 0 για το πρώτο τετράγωνο του ζεύγους του και 1 για το δεύτερο. Όλα τα αποφασίζει ένα κέρμα: το ${mark} δείχνει 0 και καταλήγει στο ${zero}, ή 1 και καταλήγει στο ${one}.`,
    stemNote: (marks, count) =>
      many(count, {
        one: `Το ${marks} καταλήγει στο ίδιο τετράγωνο και στις δύο εκβάσεις: τίποτα δεν μένει στην τύχη.`,
        other: `Τα ${marks} καταλήγουν στα ίδια τετράγωνα και στις δύο εκβάσεις: τίποτα δεν μένει στην τύχη.`,
      }),
    angle: "Το Ry με ένα κλάσμα p στρέφει κατά ± arcsin √p.",
    gates: "Πύλες",
    described: (state, wires, gates) =>
      `Κύκλωμα μιας κατάστασης ${state}: ${many(wires, { one: "1 σύρμα", other: "# σύρματα" })}, ${many(gates, { one: "1 πύλη", other: "# πύλες" })}`,
    gate: {
      h: (wire) => `H στο ${wire}`,
      x: (wire) => `X στο ${wire}`,
      measure: (wire) => `μέτρηση: ${wire}`,
      ry: (wire, angle) => `Ry ${angle} στο ${wire}`,
      cnot: (control, target) => `CNOT από ${control} σε ${target}`,
    },
    square: (square) => `τετράγωνο ${square}`,
  },
  teach: {
    project: "Δείξε το στην τάξη",
    title: "Τάξη",
    keys: "Πλήκτρα",
    listens: "Τα γράμματα είναι εντολές",
    undo: "Αναίρεση",
    redo: "Επανάληψη",
    newGame: "Νέο παιχνίδι",
    measure: "Δείξε και τις δύο εκβάσεις",
    next: "Μόνο ό,τι απομένει",
    coin: "Ρίξε κέρμα",
    placed: (mark) => `Σειρά έχει το ${mark}. Πάτησε δύο τετράγωνα.`,
    halfPlaced: (mark, square) =>
      `Το ${mark} μπήκε κατά το ήμισυ στο ${square}. Πάτησε το άλλο του τετράγωνο.`,
    loop: (mark) => `Το ${mark} έκλεισε έναν βρόχο. Τα σύμβολά του πρέπει να αποφασίσουν.`,
    outcomes: (mark, one, other) =>
      `Το ${mark} στο ${one}: συνεχή βέλη. Ή στο ${other}: διακεκομμένα βέλη, κατά την αντίθετη φορά.`,
    collapsed: (mark, square) => `Το ${mark} κατέληξε στο ${square}.`,
    tossed: (mark, square) => `Το κέρμα άφησε το ${mark} στο ${square}.`,
    vanished: "Όλοι οι κόσμοι όπου είναι αλλού χάθηκαν.",
    cannotRead: (what) => `Η διεύθυνση αυτής της σελίδας δεν οδηγεί πουθενά: ${what}.`,
    arrowKeys: "Βέλη",
    legend: {
      squares:
        "Βάλε ένα σύμβολο σε δύο τετράγωνα. Όσο εκκρεμεί βρόχος: άφησε εκεί το σύμβολο που τον έκλεισε.",
      arrows: "Από τετράγωνο σε τετράγωνο· το Enter πατά.",
      next: "Επόμενο βήμα μιας μέτρησης· και με Page Down",
      coin: "Αποφασίζει ένα κέρμα",
      undo: "Αναίρεση· και με Page Up",
      redo: "Επανάληψη",
      links: "Σύνδεσμοι",
      worlds: "Κόσμοι",
      odds: "Πιθανότητες",
      values: "Αξίες",
      circuit: "Κύκλωμα",
      newGame: "Νέο παιχνίδι",
      presets:
        "Νέο παιχνίδι με άλλους κανόνες: επιλέγει ο αντίπαλος, επιλέγει όποιος έκλεισε, αποφασίζει κέρμα",
      dark: "Φωτεινή ή σκούρα εμφάνιση",
      keys: "Αυτά τα πλήκτρα",
    },
  },
};
