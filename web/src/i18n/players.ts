/** The game's parties, as messages name them. */

export type Player = "X" | "O";
export type Decider = Player | "chance";
