/**
 * Makes the examples of the page editable, and runs them with Pyodide.
 *
 * Nothing is loaded from another host before the first run. An example is a block in the notation of
 * doctests; all examples share their names.
 */

const PYODIDE = "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/pyodide.mjs";
const WHEEL = new URL("qttt-pyodide.whl", import.meta.url);
/** Returns a function that runs code and returns its last value as a picture or text. */
const RUNNER = `
from pyodide.code import eval_code_async

names = {"__name__": "__main__"}

async def run(code):
    value = await eval_code_async(code, names)
    picture = getattr(value, "_repr_svg_", None)
    return "" if value is None else picture() if picture else repr(value)

run
`;

let loading;

async function load() {
  const [{ loadPyodide }, wheel] = await Promise.all([import(PYODIDE), fetch(WHEEL)]);
  if (!wheel.ok) throw new Error(`${WHEEL} has the status ${wheel.status}`);
  const pyodide = await loadPyodide();
  pyodide.unpackArchive(await wheel.arrayBuffer(), "wheel");
  return { pyodide, shown: pyodide.runPython(RUNNER, { globals: pyodide.toPy({}) }) };
}

function runtime() {
  loading ??= load().catch((error) => {
    loading = undefined; // the next run tries again
    throw error;
  });
  return loading;
}

async function run(code, output) {
  output.textContent = loading ? "Running …" : "Loading Python, about 12 MB …";
  try {
    const { pyodide, shown } = await runtime();
    const lines = [];
    pyodide.setStdout({ batched: (line) => lines.push(line) });
    const text = await shown(code);
    output.textContent = lines.join("\n");
    if (text.startsWith("<svg")) output.insertAdjacentHTML("beforeend", text);
    else output.append(lines.length && text ? "\n" : "", text);
  } catch (error) {
    output.textContent = error.message;
  }
}

/** The code of a doctest, without prompts and outputs. */
function codeOf(text) {
  const lines = text.split("\n").filter((line) => /^(>>>|\.\.\.)/.test(line));
  return lines.map((line) => line.slice(4)).join("\n");
}

function editable(block) {
  const original = codeOf(block.textContent);
  const example = document.createElement("form");
  const editor = document.createElement("textarea");
  const button = document.createElement("button");
  const output = document.createElement("output");
  example.className = "try";
  editor.value = original;
  editor.rows = original.split("\n").length + 1;
  editor.spellcheck = false;
  editor.setAttribute("aria-label", "Python code");
  button.className = "md-button";
  button.textContent = "Run";
  example.append(editor, button, output);
  example.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    await run(editor.value, output);
    button.disabled = false;
  });
  block.replaceWith(example);
}

document.querySelectorAll("article .highlight").forEach(editable);
