/** Words in Latin letters that are allowed in Greek messages. */

/** Names, formats, units, keys, and notation of physics. */
const NAMES = new Set(
  "Goff Allan Smanis Elo iPhone iPad JavaScript WebAssembly SVG PNG qtn UTF KiB kB byte Enter Esc Bell GHZ qubit CNOT Ry arcsin MAX MIN"
    .split(" ")
    .concat("crypto", "getRandomValues"),
);

/** Text that users type or find in files, by message. */
const TYPED: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^language\./, new Set(["el", "GR", "one"])],
  [/^failures\.forbidden$/, new Set(["wasm", "unsafe", "eval", "script", "src"])],
  [/^physics\.teach\.legend\./, new Set(["Page", "Up", "Down"])],
  [
    /^notation\.errors\./,
    new Set("Name Result Termination chance marks classical chooser qttt convert".split(" ")),
  ],
];

/** Messages that are the same in every language: text that is typed, and names. */
const SAME = [/^files\.moves\.placeholder$/, /^welcome\.elo$/];

export function isForeign(word: string, path: string): boolean {
  return NAMES.has(word) || TYPED.some(([where, words]) => where.test(path) && words.has(word));
}

export function isSame(path: string): boolean {
  return SAME.some((each) => each.test(path));
}
