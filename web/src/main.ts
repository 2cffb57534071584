import "./board/colors.css";
import "./screens/app.css";

import { mount } from "svelte";

import App from "./screens/App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
target.replaceChildren();
mount(App, { target });
