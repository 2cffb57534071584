/**
 * WebKit (2.50, of autumn 2025) often keeps the styles of media queries that no longer apply when a
 * window was resized or a tablet turned, until its style sheets change.
 */

/** Change a style sheet, and back, whenever the window has another width. */
export function restyleOnResize(): void {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (width === innerWidth) return;
    width = innerWidth;
    requestAnimationFrame(restyle); // after media queries have been evaluated
  });
}

function restyle(): void {
  const [sheet] = document.styleSheets;
  if (sheet) sheet.deleteRule(sheet.insertRule("a {}", sheet.cssRules.length));
}
