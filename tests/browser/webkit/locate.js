// Injected into pages of WebKit after Testing Library: find elements by a locator's steps, and tell
// what an action has to know about them. A step is an object with one of the keys of `STEPS`.
globalThis.qtttLocate = (() => {
    const dom = globalThis.TestingLibraryDom;
    dom.configure({ defaultIgnore: "script, style" });

    /** The open shadow roots in an element or document, and itself. */
    const rootsOf = (root) => [
        root,
        ...[root, ...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
            shadowRoot ? rootsOf(shadowRoot) : [],
        ),
    ];
    const inEach = (elements, query) => {
        const found = elements.flatMap(rootsOf).flatMap((root) => [...query(root)]);
        return [...new Set(found)];
    };

    const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    /** A matcher of texts: exact text, a part of it in any case, or a pattern. */
    const matcher = ({ text, exact, source, flags }) => {
        if (source !== undefined) return new RegExp(source, flags);
        return exact ? text : new RegExp(escape(text), "i");
    };
    const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
    const isShown = (element) => element.checkVisibility() && !element.closest("[inert]");

    const STEPS = {
        css: (found, css) => inEach(found, (root) => root.querySelectorAll(css)),
        role: (found, { role, name, level }) => {
            const options = name ? { name: matcher(name) } : {};
            if (level) options.level = level;
            return inEach(found, (root) => dom.queryAllByRole(root, role, options)).filter(isShown);
        },
        text: (found, text) => {
            const pattern = matcher(text);
            return inEach(found, (root) => dom.queryAllByText(root, pattern));
        },
        label: (found, text) => {
            const pattern = matcher(text);
            return inEach(found, (root) => dom.queryAllByLabelText(root, pattern));
        },
        has: (found, steps) => found.filter((element) => locate(steps, [element]).length > 0),
        hasText: (found, text) => {
            const pattern = new RegExp(text.source ?? escape(text.text), text.flags ?? "i");
            return found.filter((element) => pattern.test(textOf(element)));
        },
        and: (found, steps) => {
            const others = new Set(locate(steps));
            return found.filter((element) => others.has(element));
        },
        nth: (found, number) => found.slice(number, number + 1 || undefined),
    };

    function locate(steps, roots = [document]) {
        return steps.reduce((found, step) => {
            const [key, value] = Object.entries(step)[0];
            return STEPS[key](found, value);
        }, roots);
    }

    const isVisible = (element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    };
    const isDisabled = (element) => element.matches(":disabled, [aria-disabled=true]");
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const boxOf = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
    };

    const visibleRatio = (element) =>
        new Promise((resolve) => {
            const observer = new IntersectionObserver(([{ intersectionRatio }]) => {
                observer.disconnect();
                resolve(intersectionRatio);
            });
            observer.observe(element);
        });

    function state(element) {
        return {
            visible: isVisible(element),
            text: textOf(element),
            attributes: Object.fromEntries([...element.attributes].map((each) => [each.name, each.value])),
            disabled: isDisabled(element),
            checked: Boolean(element.checked),
            focused: element === element.getRootNode().activeElement, // windows have no focus here
            value: element.value ?? null,
        };
    }

    /** The element at a point, also in open shadow roots. */
    function elementAt(x, y) {
        let hit = document.elementFromPoint(x, y);
        while (hit?.shadowRoot) {
            const inner = hit.shadowRoot.elementFromPoint(x, y);
            if (!inner || inner === hit) break;
            hit = inner;
        }
        return hit;
    }

    /** The middle of an element that can be pressed now, or the reason why it cannot. */
    async function point(steps) {
        const [element, other] = locate(steps);
        if (!element) return "it does not exist";
        if (other) return `there are ${locate(steps).length} of it`;
        if (!isVisible(element)) return "it is not visible";
        if (isDisabled(element)) return "it is disabled";
        element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const before = boxOf(element);
        await frame();
        const { x, y, width, height } = boxOf(element);
        if (JSON.stringify(before) !== JSON.stringify({ x, y, width, height })) return "it moves";
        const at = [x + width / 2, y + height / 2];
        const hit = elementAt(...at);
        if (!isPartOf(element, hit)) return `${hit?.outerHTML.slice(0, 200)} is above it`;
        return at;
    }

    const isPartOf = (element, hit) =>
        element.contains(hit) || hit?.closest("label")?.control === element;

    let target = null;
    let isMissed = false;

    /** Aim at an element that can be pressed: a press of anything else does nothing. */
    async function aim(steps) {
        const at = await point(steps);
        [target, isMissed] = [typeof at === "string" ? null : locate(steps)[0], false];
        return at;
    }

    /** Whether the press since `aim` missed its element, which had moved; false on a new page. */
    function hasMissed() {
        target = null;
        return isMissed;
    }

    function guard(event) {
        if (!target) return;
        if (event.type === "pointerdown") isMissed = !isPartOf(target, event.composedPath()[0]);
        if (!isMissed) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }
    for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
        addEventListener(type, guard, true);

    function fill(element, text) {
        element.focus();
        element.select();
        document.execCommand(text ? "insertText" : "delete", false, text);
    }

    function select(element, value, label) {
        const option = [...element.options].find(
            (each) => each.value === value || each.label === (label ?? value),
        );
        if (!option) throw new Error(`no option ${value ?? label}`);
        element.focus();
        option.selected = true;
        for (const type of ["input", "change"])
            element.dispatchEvent(new Event(type, { bubbles: true }));
    }

    const errors = [];
    addEventListener("error", ({ message }) => errors.push(`error: ${message}`));
    addEventListener("unhandledrejection", ({ reason }) => errors.push(`error: ${reason}`));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        errors.push(`error: ${violatedDirective} forbids ${blockedURI}`),
    );

    const states = (steps) => locate(steps).map(state);
    return { errors, locate, point, aim, hasMissed, fill, select, boxOf, visibleRatio, states };
})();
