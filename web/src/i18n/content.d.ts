/** Texts in `src/qttt/content`, read by `content.ts` when the app is built. */

/** The presets of a language: `name`, and `text` with what is special about it. */
declare module "presets:*" {
  type Preset =
    | "goff"
    | "complete"
    | "closer"
    | "no-pair-loops"
    | "qubic3"
    | "qubic4"
    | "qubic5"
    | "krist"
    | "classic3"
    | "classic4";
  export const presets: Readonly<Record<Preset, { readonly name: string; readonly text: string }>>;
}

/** Each value of a rule in a sentence, with placeholders. */
declare module "switches:*" {
  type Rules = import("../kernel/rules").Rules;
  type Values<K extends keyof Rules> = Readonly<Record<Rules[K] & string, string>>;
  export const switches: {
    readonly board: { readonly text: string };
    readonly marks: Readonly<Record<"classical" | "entangled" | "landed", string>>;
    readonly pair_loops: Values<"pair_loops">;
    readonly chooser: Values<"chooser">;
    readonly last_square: Values<"last_square">;
    readonly scoring: Values<"scoring"> & { readonly classical: string };
  };
}

/** The lessons of a language. */
declare module "course:*" {
  export const course: import("./lesson-texts").CourseTexts;
}

/** Loads the prepared lessons of each language: Markdown, in order. */
declare module "plans:all" {
  type Loader = () => Promise<{ readonly plans: readonly string[] }>;
  export const plans: Readonly<Record<import("./languages").Language, Loader>>;
}
