import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Proof } from '#contract/second-factor.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { hasPasskeys, passkeyRefusal, signWithPasskey } from '#web/data/api/passkey.ts'
import { query } from '#web/data/api/query.ts'
import { Field } from '#web/ui/forms/field.tsx'
import type { Errors } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { TextButton } from '#web/ui/text-button.tsx'

/** What the second step of the account can be done with. */
export const secondFactorQuery = query('GET /api/account/second-factor', { staleTime: 0, gcTime: 0 })

/** The fields of a proof in a form, by the server's names for them. */
export const proofFields = { 'proof.password': '', 'proof.code': '' }

type Of = {
  readonly fields: typeof proofFields
  readonly field: (
    name: keyof typeof proofFields,
  ) => Pick<Parameters<typeof PasswordField>[0], 'name' | 'value' | 'error' | 'onChange'>
}

/**
 * The part of a form that changes who decides: the password once more, and a code or a passkey where the account has a second
 * factor. Where no proof `isNeeded`, there is no part.
 */
export function useProof({ fields, field }: Of, isNeeded = true) {
  const own = useQuery({ ...secondFactorQuery, enabled: isNeeded })
  const [signs, setSigns] = useState<boolean>()
  const { hasApp = false, passkeys = [] } = own.data ?? {}
  const canSign = passkeys.length > 0 && hasPasskeys()
  const usesPasskey = canSign && (signs ?? !hasApp)
  const needsCode = !usesPasskey && (hasApp || passkeys.length > 0)
  const { 'proof.password': password, 'proof.code': code } = fields

  /** Until it is known what the account has, the password alone: the server says what is missing. */
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
    /** What the request has beside the change. Rejects where the person says no to a passkey. */
    prove: async () => (isNeeded ? { proof: await prove() } : {}),
    part: isNeeded && (
      <>
        <PasswordField
          {...field('proof.password')}
          autoComplete="current-password"
          label="Your password"
          hint="It confirms this change."
        />
        {needsCode && (
          <Field
            {...field('proof.code')}
            label={hasApp ? 'Code' : 'Recovery code'}
            hint={hasApp ? 'Six figures from your authenticator app, or a recovery code.' : 'If your passkey is lost.'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
            required
          />
        )}
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
