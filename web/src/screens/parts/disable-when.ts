import type { Attachment } from "svelte/attachments";

/**
 * A key that is off for now, and skipped by the tab key. Unlike a disabled one it keeps the focus,
 * so that a press may turn it off.
 */
export function disableWhen(isOff: boolean): Attachment<HTMLElement> {
  return (key) => {
    if (!isOff) return;
    key.setAttribute("aria-disabled", "true");
    key.tabIndex = -1;
    key.addEventListener("click", ignore, { capture: true });
    return () => {
      key.removeAttribute("aria-disabled");
      key.removeAttribute("tabindex");
      key.removeEventListener("click", ignore, { capture: true });
    };
  };
}

/** Also an Enter in a field, which clicks the key of its form. */
function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
