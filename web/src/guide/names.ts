/** Names of the steps of the first game, and of the concepts that hints explain. */

export const STEPS = ["place", "share", "choose", "aim", "close", "done"] as const;
export type FirstStep = (typeof STEPS)[number];

/** The most urgent first. */
export const CONCEPTS = ["loop", "stem", "classical", "entanglement", "superposition"] as const;
export type Concept = (typeof CONCEPTS)[number];
