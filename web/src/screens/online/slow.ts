/** Whether somebody plays games here that go on while nobody looks: only then is the server asked. */

import { Shelf } from "../../settings/storage";

export const slowGames = new Shelf<boolean>("correspondence");
