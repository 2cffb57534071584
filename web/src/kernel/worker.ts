/** The worker in which the kernel runs. */

import { fetchBytes } from "./fetch-bytes";
import type { Port } from "./protocol";
import { serve } from "./service";

serve(self as unknown as Port, fetchBytes);
