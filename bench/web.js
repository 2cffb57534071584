// Injected into every measured page before the app; times are in seconds.
globalThis.bench = (() => {
    const now = () => performance.now() / 1000;
    const entries = (type) => performance.getEntriesByType(type);

    // Layout shift, as measured by browsers.
    let shift = 0;
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries())
            if (!hadRecentInput) shift += value;
    }).observe({ type: "layout-shift", buffered: true });

    const TIMEOUT_MS = 60_000;

    /** Resolves as soon as `condition` holds, which is checked after each change of the page. */
    const until = (condition) =>
        new Promise((resolve, reject) => {
            const timer = setTimeout(() => {
                observer.disconnect();
                reject(new Error(`${condition} does not become true`));
            }, TIMEOUT_MS);
            const look = () => {
                const found = condition();
                if (found) {
                    clearTimeout(timer);
                    observer.disconnect();
                    resolve(found);
                }
            };
            const observer = new MutationObserver(look);
            observer.observe(document, {
                attributes: true,
                childList: true,
                subtree: true,
            });
            look();
        });

    // A square that can be pressed, unlike those of the first screen's picture.
    const square = (number) =>
        document.querySelector(`[data-square="${number}"]:not([inert] *)`);
    const press = (number) =>
        square(number).dispatchEvent(
            new MouseEvent("click", { bubbles: true }),
        );

    // The key that opens the form of the next game.
    const setup = () =>
        [...document.querySelectorAll("[aria-haspopup]")].find(
            ({ textContent }) => textContent.startsWith("Game:"),
        );

    // Newcomers' first screen has the lesson as its primary key.
    const play = (inForm) =>
        inForm
            ? document.querySelector("dialog form .primary")
            : [...document.querySelectorAll("button")].find(
                  ({ textContent }) => textContent.trim() === "Play",
              );

    const named = (name) =>
        [...document.querySelectorAll("input[type=radio]")].find(
            // Levels are followed by their Elo.
            ({ labels }) => labels[0].innerText.trim().startsWith(name),
        );

    // The files loaded when the board was shown.
    let loaded = [];
    const fetched = () =>
        [...entries("navigation"), ...entries("resource")].map(({ name }) =>
            new URL(name).pathname.slice(1),
        );

    /** The time from the start of the visit until the board, if these and Play are pressed at once. */
    async function start(...choices) {
        if (choices.length > 0) (await until(setup)).click();
        for (const choice of choices) {
            (await until(() => named(choice))).click();
            await until(() => named(choice).checked);
        }
        (await until(() => play(choices.length > 0))).click();
        await until(() => square(0));
        loaded = fetched();
        return now();
    }

    /** The time from the start of the visit until there is a board, which opens by itself. */
    async function framed() {
        await until(() => square(0));
        return now();
    }

    /** The time from the second half of a placement until a mark of that name is on the board. */
    async function answer(first, second, mark) {
        press(first);
        await until(
            () => square(first).getAttribute("aria-selected") === "true",
        );
        const start = now();
        press(second);
        await until(() =>
            document.querySelector(`[data-square][aria-label*="${mark}"]`),
        );
        return now() - start;
    }

    /** The times of a separate kernel, with the tablebase, for each of these positions. */
    async function analyse({ worker, wasm, table }, rules, positions) {
        const absolute = (name) => new URL(name, document.baseURI).href;
        const kernel = new Worker(absolute(worker), { type: "module" });
        const ask = (question) =>
            new Promise((resolve, failed) => {
                kernel.onmessage = ({ data }) => {
                    if ("error" in data)
                        failed(new Error(JSON.stringify(data.error)));
                    else if ("answer" in data) resolve(data.answer);
                };
                kernel.onerror = ({ message }) =>
                    failed(new Error(`${worker}: ${message}`));
                kernel.postMessage({ id: 1, ask: question });
            });
        await ask({
            what: "start",
            wasm: absolute(wasm),
            table: absolute(table),
            evaluators: [],
        });
        const times = [];
        for (const places of positions) {
            const start = now();
            await ask({ what: "solve", rules, places, depth: "distances" });
            times.push(now() - start);
        }
        kernel.terminate();
        return times;
    }

    /** Frames per second, while `action` animates the page for a second. */
    async function frames(action) {
        const times = [];
        const next = (time) => {
            times.push(time);
            if (time - times[0] < 1000) requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
        action();
        await new Promise((resolve) => setTimeout(resolve, 1200));
        return (1000 * (times.length - 1)) / (times.at(-1) - times[0]);
    }

    return {
        start,
        framed,
        answer,
        analyse,
        frames: (number) => frames(() => press(number)),
        paint: () =>
            performance.getEntriesByName("first-contentful-paint")[0]
                .startTime / 1000,
        loaded: () => loaded,
        shift: () => shift,
    };
})();
