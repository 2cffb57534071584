/** Raise the timeout of `vi.waitFor` to a minute, so that slow machines fail no tests. */

import { vi } from "vitest";

const { waitFor } = vi;

vi.waitFor = (check) => waitFor(check, { timeout: 60_000 });
