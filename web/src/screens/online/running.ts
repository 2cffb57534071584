/** Whether the user may have games in progress; otherwise the server is not asked about them. */

import { StoredValue } from "../../settings/storage";

export const hasRunningGames = new StoredValue<boolean>("running");
