/** The worker in which the kernel runs. */

import { fetchBytes } from "./wasm-kernel";
import type { Port } from "./protocol";
import { serve } from "./service";

serve(self as unknown as Port, fetchBytes);
