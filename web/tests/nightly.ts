/** Sampling of test data, unless `QTTT_NIGHTLY` is set. */

export const isNight = Boolean(process.env["QTTT_NIGHTLY"]);

/** Every `step`th row, or all rows in nightly runs. */
export function sample<T>(rows: readonly T[], step: number): T[] {
  return rows.filter((_, index) => isNight || index % step === 0);
}
