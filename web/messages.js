/** Write the types of the messages to node_modules, as texts.ts does when Vite starts. */

import { resolveConfig } from "vite";

await resolveConfig({ logLevel: "warn" }, "build");
