/** Whether the user plays correspondence games; otherwise the server is not asked about them. */

import { StoredValue } from "../../settings/storage";

export const playsCorrespondence = new StoredValue<boolean>("correspondence");
