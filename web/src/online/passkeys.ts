/** Create passkeys and sign with them (WebAuthn). */

const NUMBER = /^[\d.]+$|:/;

/** Whether passkeys are available: they require a secure context and a domain name. */
export function hasPasskeys(): boolean {
  const isKnown = // undefined in insecure contexts
    typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "toJSON" in PublicKeyCredential.prototype;
  return isKnown && !NUMBER.test(location.hostname);
}

/** Create a passkey. Throws `DOMException` if the user cancels. */
export async function makePasskey(
  offered: PublicKeyCredentialCreationOptionsJSON,
): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(offered);
  return serialize(await navigator.credentials.create({ publicKey }));
}

/** Sign with a passkey of the user's choice. Throws `DOMException` if the user cancels. */
export async function signWithPasskey(
  asked: PublicKeyCredentialRequestOptionsJSON,
): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return serialize(await navigator.credentials.get({ publicKey }));
}

/** Serialize for the server. */
function serialize(credential: Credential | null): object {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new DOMException("there is no passkey", "NotAllowedError");
}
