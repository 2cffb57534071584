/*
 * Runs before anything is painted, in every browser: puts on the colours that the reader has
 * chosen, as src/settings/appearance.ts keeps doing later, and says so if the app cannot start.
 */
(function () {
  var root = document.documentElement;
  var asksForContrast = window.matchMedia && matchMedia("(prefers-contrast: more)").matches;
  var chosen = choices();
  var theme = chosen.theme || "system";
  root.setAttribute("data-theme", theme);
  root.setAttribute("data-eyes", chosen.eyes || "usual");
  root.setAttribute(
    "data-contrast",
    theme === "contrast" || (theme === "system" && asksForContrast) ? "more" : "usual",
  );
  if (chosen.language) root.lang = chosen.language;

  /** The browser's own bars: each of the two colours is for one kind of device. */
  var bars = document.querySelectorAll("meta[name=theme-color]");
  if (theme === "light") bars[1].content = bars[0].content;
  if (theme === "dark") bars[0].content = bars[1].content;

  // The app looks for this before it starts, and the page's style shows why it does not.
  if (!("noModule" in document.createElement("script")) || !window.WebAssembly || !window.Worker)
    root.setAttribute("data-unsupported", "");

  // What cannot be loaded is told to its element only, which is on the way down from here.
  addEventListener(
    "error",
    function () {
      root.setAttribute("data-unloaded", "");
    },
    true,
  );

  function choices() {
    try {
      return JSON.parse(localStorage.getItem("qttt.settings")) || {};
    } catch (error) {
      return {}; // nothing may be kept here, or it cannot be read: the app says which
    }
  }
})();
