/** Whether the user plays correspondence games; otherwise the server is not asked about them. */

import { Shelf } from "../../settings/storage";

export const slowGames = new Shelf<boolean>("correspondence");
