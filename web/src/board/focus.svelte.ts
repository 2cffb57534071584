/** The keyboard focus of a board. */

/** Browsers move the focus away from a removed element within this time. */
const FOCUS_LOSS_MS = 60;

/** If the focused button disappears after a change of `value`, call `focus`. */
export function keepFocus(value: () => unknown, focus: () => void): void {
  let shown: unknown = null;
  $effect(() => {
    const wasShown = shown !== null && shown !== value();
    shown = value();
    if (!wasShown) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focus();
    }, FOCUS_LOSS_MS);
    return () => clearTimeout(timer);
  });
}
