/** A machine that stands still for some seconds fails no test: whatever is awaited may take a minute. */

import { vi } from "vitest";

const { waitFor } = vi;

vi.waitFor = (check) => waitFor(check, { timeout: 60_000 });
