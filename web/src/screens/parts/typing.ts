/** Where keys are not the screen's: fields, and dialogs above it. */
const OWNS_KEYS = "input, textarea, select, dialog";

/** Whether a key is pressed in a field or a dialog. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(OWNS_KEYS) !== null;
}
