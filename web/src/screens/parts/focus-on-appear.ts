/** Focus an element when it appears; the page scrolls to it only for the keyboard. */
export function focusOnAppear(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
}
