import "./tokens.css";
import "./screens/app.css";

import { mount } from "svelte";

import App from "./screens/App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
// Set by public/start.js; the page shows the reason.
if (!("unsupported" in document.documentElement.dataset)) mount(App, { target });
