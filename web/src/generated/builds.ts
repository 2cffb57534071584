/** Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py. The two builds of the rules: limits and structs. */

export const ORDINARY = {
  MAX_SQUARES: 64,
  COLLAPSE: 255,
  NUMBER_BYTES: 1,
  MAX_MOVES: 2016,
  LINE: { squares: 0, player: 8, time: 12, BYTES: 16 },
  OUTCOME: { x: 0, o: 4, termination: 8, lines: 12, line: 16, BYTES: 4112 },
  SURVEY: { outcome: 0, loop: 4112, stems: 4120, decider: 4128, closing: 4132, entanglement: 4136, BYTES: 4200 },
  ODDS: { square: 0, share: 2, of: 4, BYTES: 5 },
  ENSEMBLE: { count: 0, odds: 8, BYTES: 328 },
} as const;

/** QTTT_LARGE. */
export const LARGE = {
  MAX_SQUARES: 256,
  COLLAPSE: 65535,
  NUMBER_BYTES: 2,
  MAX_MOVES: 32640,
  LINE: { squares: 0, player: 32, time: 36, BYTES: 40 },
  OUTCOME: { x: 0, o: 4, termination: 8, lines: 12, line: 16, BYTES: 40976 },
  SURVEY: { outcome: 0, loop: 40976, stems: 41008, decider: 41040, closing: 41044, entanglement: 41048, BYTES: 41560 },
  ODDS: { square: 0, share: 4, of: 8, BYTES: 10 },
  ENSEMBLE: { count: 0, odds: 8, BYTES: 2568 },
} as const;
