import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Proof } from '#contract/second-factor.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { hasPasskeys, passkeyRefusal, signWithPasskey } from '#web/data/api/passkey.ts'
import { query } from '#web/data/api/query.ts'
import type { Errors } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { CodeField } from './code-field.tsx'

export const secondFactorQuery = query('GET /api/account/second-factor', { staleTime: 0, gcTime: 0 })

/** The form fields for the password and the code that a risky change requires again, under the server's names. */
export const proofFields = { 'proof.password': '', 'proof.code': '' }

type Of = {
  readonly fields: typeof proofFields
  readonly field: (
    name: keyof typeof proofFields,
  ) => Pick<Parameters<typeof PasswordField>[0], 'name' | 'value' | 'error' | 'onChange'>
}

/**
 * Returns the form fields of a proof, which the server requires for a risky change: the password, and a code or a
 * passkey if the account has a second factor. If no proof `isNeeded`, returns no fields.
 */
export function useProof({ fields, field }: Of, isNeeded = true) {
  const own = useQuery({ ...secondFactorQuery, enabled: isNeeded })
  const [signs, setSigns] = useState<boolean>()
  const { hasApp = false, passkeys = [] } = own.data ?? {}
  const canSign = passkeys.length > 0 && hasPasskeys()
  const usesPasskey = canSign && (signs ?? !hasApp)
  const needsCode = !usesPasskey && (hasApp || passkeys.length > 0)
  const { 'proof.password': password, 'proof.code': code } = fields

  /**
   * Returns the password alone until the account's second factors are known. The server's refusal then says what is
   * missing.
   */
  async function prove(): Promise<Proof> {
    if (usesPasskey) return { password, passkey: await sign() }
    return needsCode ? { password, code: code.trim() } : { password }
  }

  const missing: Errors = {
    ...(isNeeded && password === '' && { 'proof.password': 'Please enter your password.' }),
    ...(isNeeded && needsCode && code.trim() === '' && { 'proof.code': 'Please enter a code.' }),
  }
  return {
    missing,
    /** Returns the proof for the request. Rejects if the person cancels the passkey. */
    prove: async () => (isNeeded ? { proof: await prove() } : {}),
    part: isNeeded && (
      <>
        <PasswordField
          {...field('proof.password')}
          autoComplete="current-password"
          label="Your password"
          hint="It confirms this change."
        />
        {needsCode && <CodeField {...field('proof.code')} hasApp={hasApp} />}
        {canSign && (
          <TextButton onClick={() => setSigns(!usesPasskey)} className="justify-self-start text-sm">
            {usesPasskey ? 'Enter a code instead of the passkey' : 'Use a passkey instead'}
          </TextButton>
        )}
        <LoadTrouble what="Your second factor did not load." query={own} />
      </>
    ),
  }
}

async function sign(): Promise<Record<string, unknown>> {
  const options = await call('POST /api/session/passkey-challenge')
  return signWithPasskey(options).catch((error: unknown) => {
    const detail = passkeyRefusal(error)
    throw detail === undefined ? error : new ApiFailure({ status: 422, code: 'invalid', detail })
  })
}
