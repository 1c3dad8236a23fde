/** Passkeys: what the browser does between two requests (WebAuthn). */
import { json } from "$/net/http";
import type { CeremonyOptions, PasskeyCard, Person } from "$/protocol/generated";

/** Whether this browser can use passkeys here: they need a secure page and a host with a name. */
export function hasPasskeys(): boolean {
  const isNumber = /^[\d.]+$|:/.test(location.hostname);
  return (
    !isNumber &&
    "PublicKeyCredential" in window &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  );
}

/** Make a passkey for the person who is signed in. */
export async function makePasskey(password: string, name: string): Promise<PasskeyCard> {
  const { options } = await json<CeremonyOptions>("POST", "/me/passkeys/options", { password });
  const wanted = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(wanted);
  const made = await navigator.credentials.create({ publicKey });
  return json<PasskeyCard>("POST", "/me/passkeys", { credential: answer(made), name });
}

/** Sign in with any passkey that the browser has for this hall. */
export async function signInWithPasskey(): Promise<Person> {
  const { options } = await json<CeremonyOptions>("POST", "/session/passkey/options");
  const wanted = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(wanted);
  const signed = await navigator.credentials.get({ publicKey });
  return json<Person>("POST", "/session/passkey", { credential: answer(signed) });
}

function answer(credential: Credential | null): string {
  return JSON.stringify((credential as PublicKeyCredential | null)?.toJSON());
}

/** The sentence for an error of the browser, where the person has cancelled, say. */
export function passkeyTrouble(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  return error.name === "InvalidStateError"
    ? "This device has a passkey for your account already."
    : "The browser has not used a passkey. Try again, or use your password.";
}
