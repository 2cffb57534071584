/**
 * Runs before the first paint in every browser: applies the chosen colours, as
 * src/settings/appearance.ts does later, and shows a message if the app cannot start.
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

  /** The browser's own bars, one meta element per colour scheme. */
  var bars = document.querySelectorAll("meta[name=theme-color]");
  if (theme === "light") bars[1].content = bars[0].content;
  if (theme === "dark") bars[0].content = bars[1].content;

  // The app checks this before it starts; the style sheet of the page shows the message.
  if (!("noModule" in document.createElement("script")) || !window.WebAssembly || !window.Worker)
    root.setAttribute("data-unsupported", "");

  // Load errors do not bubble; they are only seen here in the capture phase.
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
    } catch {
      return {}; // Storage is unavailable or invalid; the app reports which.
    }
  }
})();
