import type { Context } from 'hono'
import type { Proof } from '#contract/second-factor.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/stored-settings.ts'
import { originOf } from '../http/origin.ts'
import type { Handlers } from '../http/route.ts'
import type { Auth } from './auth.ts'
import { answer } from './auth-routes.ts'
import { type Asking, assertionOptions, registrationOptions } from './passkeys.ts'
import type { Tries } from './rate-limits.ts'
import {
  type Added,
  addPasskey,
  confirmApp,
  newAppKey,
  readSecondFactor,
  removeFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { openProofs, type ProvingCall, takeSecondStep } from './second-step.ts'

type Parts = {
  readonly database: Database
  readonly auth: Auth
  readonly tries: Tries
  /** The public address; if undefined, each request's own address is used. */
  readonly publicUrl: string | undefined
}

/** Returns the handlers of second factors: their entry at sign-in, and the changes of an account's second factors. */
export function secondFactorRoutes({ database, auth, tries, publicUrl }: Parts) {
  const restaurant = { database, auth, tries }
  const withProof = openProofs({ ...restaurant, publicUrl })

  const nameOf = async () => (await readSettings(database.orm)).name
  const asking = async ({ headers, context }: { headers: Headers; context: Context }): Promise<Asking> => ({
    database,
    origin: originOf(context, publicUrl),
    token: auth.sessionToken(headers),
  })

  /** A proof is required, so an unlocked tablet is not enough to add a factor or to replace a lost factor. */
  const prove = (
    call: ProvingCall,
    { password, proof }: { password?: string | undefined; proof?: Proof | undefined },
  ) => withProof(call, { password, ...proof }, (use) => database.transaction(use))

  const added = ({ recoveryCodes, cookies }: Added) => answer(200, { recoveryCodes }, cookies)

  return {
    'POST /api/session/passkey-challenge': async ({ user, ...call }) => assertionOptions(await asking(call), user),
    'POST /api/session/second-step': async ({ user, body, headers, ...call }) => {
      const cookies = await takeSecondStep(restaurant, user, body, await asking({ headers, ...call }), headers)
      return answer(200, { user }, cookies)
    },
    'GET /api/account/second-factor': ({ user }) => readSecondFactor(database.orm, auth, user),
    'POST /api/account/second-factor/app': async ({ body, ...call }) => {
      await prove(call, body)
      return newAppKey(restaurant, call.user, await nameOf())
    },
    'POST /api/account/second-factor/app-confirmation': async ({ user, body, headers }) =>
      added(await confirmApp(restaurant, user, body.code, headers)),
    'POST /api/account/second-factor/passkey-challenge': async ({ body, ...call }) => {
      await prove(call, body)
      return registrationOptions(await asking(call), call.user, await nameOf())
    },
    'POST /api/account/second-factor/passkeys': async ({ user, body, headers, ...call }) => {
      const made = { response: body.passkey, headers }
      return added(await addPasskey(restaurant, user, await asking({ headers, ...call }), made))
    },
    'POST /api/account/second-factor/recovery-codes': async ({ body, ...call }) => {
      await prove(call, body)
      return { recoveryCodes: await renewRecoveryCodes(restaurant, call.user) }
    },
    'POST /api/account/second-factor/removal': async ({ body, ...call }) => {
      await prove(call, body)
      await removeFactor(restaurant, call.user, body.passkey)
      return readSecondFactor(database.orm, auth, call.user)
    },
  } satisfies Partial<Handlers>
}
