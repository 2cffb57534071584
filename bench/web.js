// Runs in every page that is measured, before the app does; times are in seconds.
globalThis.bench = (() => {
  const now = () => performance.now() / 1000;
  const entries = (type) => performance.getEntriesByType(type);

  // What moves without having been touched, as browsers count it.
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: "layout-shift", buffered: true });

  /** Resolves as soon as `condition` holds; the page is looked at after each change. */
  const until = (condition) =>
    new Promise((told) => {
      const look = () => {
        const found = condition();
        if (found) {
          observer.disconnect();
          told(found);
        }
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { attributes: true, childList: true, subtree: true });
      look();
    });

  const square = (number) => document.querySelector(`[data-square="${number}"]`);
  const press = (number) =>
    square(number).dispatchEvent(new MouseEvent("click", { bubbles: true }));

  const named = (name) =>
    [...document.querySelectorAll("input[type=radio]")].find(
      ({ labels }) => labels[0].innerText === name,
    );

  // The names of what was there when the board was: what comes later nobody has waited for.
  let loaded = [];
  const fetched = () =>
    [...entries("navigation"), ...entries("resource")].map(({ name }) =>
      new URL(name).pathname.slice(1),
    );

  /** From the beginning of the visit until a board is there, if these and Play are pressed at once. */
  async function start(...choices) {
    for (const choice of choices) {
      (await until(() => named(choice))).click();
      await until(() => named(choice).checked);
    }
    document.querySelector("form button:not([type=button])").click();
    await until(() => square(0));
    loaded = fetched();
    return now();
  }

  /** From the second half of a placement until a mark of that name is on the board. */
  async function answer(first, second, mark) {
    press(first);
    await until(() => square(first).getAttribute("aria-pressed") === "true");
    const start = now();
    press(second);
    await until(() => document.querySelector(`[data-square][aria-label*="${mark}"]`));
    return now() - start;
  }

  /** How long a kernel of its own takes for each of these positions, with the table in use. */
  async function analyse({ worker, wasm, table }, rules, positions) {
    const absolute = (name) => new URL(name, document.baseURI).href;
    const kernel = new Worker(absolute(worker), { type: "module" });
    const ask = (question) =>
      new Promise((told, failed) => {
        kernel.onmessage = ({ data }) => {
          if ("error" in data) failed(new Error(JSON.stringify(data.error)));
          else if ("answer" in data) told(data.answer);
        };
        kernel.postMessage({ id: 1, ask: question });
      });
    await ask({ what: "start", wasm: absolute(wasm), table: absolute(table) });
    const times = [];
    for (const places of positions) {
      const start = now();
      await ask({ what: "solve", rules, places, depth: "distances" });
      times.push(now() - start);
    }
    kernel.terminate();
    return times;
  }

  /** Pictures per second, while `action` has the page move something for a second. */
  async function frames(action) {
    const times = [];
    const next = (time) => {
      times.push(time);
      if (time - times[0] < 1000) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    action();
    await new Promise((told) => setTimeout(told, 1200));
    return (1000 * (times.length - 1)) / (times.at(-1) - times[0]);
  }

  return {
    start,
    answer,
    analyse,
    frames: (number) => frames(() => press(number)),
    paint: () => performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000,
    loaded: () => loaded,
    shift: () => shift,
  };
})();
