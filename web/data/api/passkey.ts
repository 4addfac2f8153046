type Json = Record<string, unknown>

/**
 * Returns true if the browser has the JSON methods of passkeys. Browsers before 2025 lack them; staff with such a
 * browser use an authenticator app.
 */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** Makes a passkey with the server's options. Rejects if the person cancels. */
export async function createPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return json(await navigator.credentials.create({ publicKey }))
}

/** Signs with a passkey. Rejects if this device has none, or if the person cancels. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return json(await navigator.credentials.get({ publicKey }))
}

function json(credential: Credential | null): Json {
  return (credential as PublicKeyCredential).toJSON() as unknown as Json
}

/** Returns the sentence for a failure in the browser's passkey dialog; undefined for any other failure. */
export function passkeyRefusal(error: unknown): string | undefined {
  return error instanceof DOMException ? 'No passkey was used. Try again, or go on without a passkey.' : undefined
}
