/** Letters as keyboard shortcuts. */

export type TypedKey = Pick<KeyboardEvent, "key" | "code">;

/**
 * The Latin letter of a key, in upper case. On keyboards of other scripts, such as Greek, it is that
 * of the same key in the US; keys without one have their code.
 */
export function letterOf({ key, code }: TypedKey): string {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, "");
}
