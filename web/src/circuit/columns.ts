/** Columns of gates for drawing a circuit: each gate as early as its wires allow. */

import type { Gate } from "./circuit";

/**
 * The gates by column. A CNOT also occupies the wires between its control and target, so that
 * nothing is drawn across it; measurements share the last column.
 */
export function columnsOf(gates: readonly Gate[], wires: number): Gate[][] {
  const columns: Gate[][] = [];
  const next = new Array<number>(wires).fill(0);
  const put = (gate: Gate, [top, bottom]: Span, column: number): void => {
    (columns[column] ??= []).push(gate);
    next.fill(column + 1, top, bottom + 1);
  };
  const isLast = ({ kind }: Gate): boolean => kind === "measure";
  for (const gate of gates.filter((each) => !isLast(each))) {
    const span = spanOf(gate);
    put(gate, span, Math.max(...next.slice(span[0], span[1] + 1)));
  }
  const end = columns.length;
  for (const gate of gates.filter(isLast)) put(gate, spanOf(gate), end);
  return columns;
}

/** First and last wire of a drawn gate. */
type Span = readonly [number, number];

export function spanOf(gate: Gate): Span {
  if (gate.kind !== "cnot") return [gate.wire, gate.wire];
  const { control, target } = gate;
  return [Math.min(control, target), Math.max(control, target)];
}
