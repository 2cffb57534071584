import "./tokens.css";
import "./screens/app.css";

import { mount } from "svelte";

import App from "./screens/App.svelte";
import { parseFrame } from "./screens/address";
import { restyleOnResize } from "./screens/restyle";

restyleOnResize();
const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
const frame = parseFrame(location);
// Set by public/start.js; the page shows the reason.
if (!("unsupported" in document.documentElement.dataset)) {
  if (frame === null) mount(App, { target });
  else
    void import("./screens/embed/Embed.svelte").then(({ default: Embed }) =>
      mount(Embed, { target, props: { link: frame } }),
    );
}
