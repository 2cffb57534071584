/** What is tested by day, and what only where `QTTT_NIGHTLY` is set. */

export const isNight = Boolean(process.env["QTTT_NIGHTLY"]);

/** By day every `step`th row, at night all of them. */
export function sample<T>(rows: readonly T[], step: number): T[] {
  return rows.filter((_, index) => isNight || index % step === 0);
}
