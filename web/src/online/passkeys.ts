/** Passkeys: the browser makes them and signs with them, the device asks its owner. */

const NUMBER = /^[\d.]+$|:/;

/** Whether there can be any: browsers want a safe page, at an address by name. */
export function hasPasskeys(): boolean {
  const isKnown = // on safe pages only
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "toJSON" in PublicKeyCredential.prototype;
  return isKnown && !NUMBER.test(location.hostname);
}

/** A new passkey. Throws `DOMException` where nobody agrees. */
export async function makePasskey(
  offered: PublicKeyCredentialCreationOptionsJSON,
): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(offered);
  return told(await navigator.credentials.create({ publicKey }));
}

/** What a passkey of the owner's choice has signed. Throws `DOMException` where nobody agrees. */
export async function signWithPasskey(
  asked: PublicKeyCredentialRequestOptionsJSON,
): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return told(await navigator.credentials.get({ publicKey }));
}

/** As the server wants it. */
function told(made: Credential | null): object {
  if (made instanceof PublicKeyCredential) return made.toJSON();
  throw new DOMException("there is no passkey", "NotAllowedError");
}
