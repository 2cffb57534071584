/** All messages. */

import { loadFeatures, loadMessages } from "../src/i18n/languages";

export const [en, el] = await Promise.all([loadMessages("en"), loadMessages("el")]);
/** Messages of lazily loaded features. */
export const [english, greek] = await Promise.all([loadFeatures("en"), loadFeatures("el")]);
