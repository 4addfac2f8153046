import type { Context } from 'hono'
import type { User } from '#contract/session.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/settings.ts'
import { originOf } from '../http/origin.ts'
import type { Handlers } from '../http/route.ts'
import type { Auth } from './auth.ts'
import { type Asking, assertionOptions, registrationOptions } from './passkeys.ts'
import { requireCurrentPassword } from './passwords.ts'
import type { Tries } from './rate-limits.ts'
import { answer } from './routes.ts'
import {
  type Added,
  addPasskey,
  confirmApp,
  newAppKey,
  readSecondFactor,
  removeFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { takeSecondStep } from './second-step.ts'

type Parts = {
  readonly database: Database
  readonly auth: Auth
  readonly tries: Tries
  /** Undefined: the address that the request came to. */
  readonly publicUrl: string | undefined
}

/** The second step of a sign-in, and what it is done with. */
export function secondFactorRoutes({ database, auth, tries, publicUrl }: Parts) {
  const restaurant = { database, auth, tries }

  const nameOf = async () => (await readSettings(database.orm)).name
  const asking = async ({ headers, context }: { headers: Headers; context: Context }): Promise<Asking> => ({
    database,
    origin: originOf(context, publicUrl),
    token: auth.sessionToken(headers),
  })

  /** Whoever finds an unlocked tablet must not make it theirs. */
  async function requirePassword(user: User, password: string): Promise<void> {
    await tries.count('passwordChange', user.id)
    await requireCurrentPassword(restaurant, user, password, 'password')
    await tries.clear('passwordChange', user.id)
  }

  const added = ({ recoveryCodes, cookies }: Added) => answer(200, { recoveryCodes }, cookies)

  return {
    'POST /api/session/passkey-challenge': async ({ user, ...call }) => assertionOptions(await asking(call), user),
    'POST /api/session/second-step': async ({ user, body, headers, ...call }) => {
      const cookies = await takeSecondStep(restaurant, user, body, await asking({ headers, ...call }), headers)
      return answer(200, { user }, cookies)
    },
    'GET /api/account/second-factor': ({ user }) => readSecondFactor(database.orm, auth, user),
    'POST /api/account/second-factor/app': async ({ user, body }) => {
      await requirePassword(user, body.password)
      return newAppKey(restaurant, user, await nameOf())
    },
    'POST /api/account/second-factor/app-confirmation': async ({ user, body, headers }) =>
      added(await confirmApp(restaurant, user, body.code, headers)),
    'POST /api/account/second-factor/passkey-challenge': async ({ user, body, ...call }) => {
      await requirePassword(user, body.password)
      return registrationOptions(await asking(call), user, await nameOf())
    },
    'POST /api/account/second-factor/passkeys': async ({ user, body, headers, ...call }) => {
      const made = { response: body.passkey, headers }
      return added(await addPasskey(restaurant, user, await asking({ headers, ...call }), made))
    },
    'POST /api/account/second-factor/recovery-codes': async ({ user, body }) => {
      await requirePassword(user, body.password)
      return { recoveryCodes: await renewRecoveryCodes(restaurant, user) }
    },
    'POST /api/account/second-factor/removal': async ({ user, body }) => {
      await requirePassword(user, body.password)
      await removeFactor(restaurant, user, body.passkey)
      return readSecondFactor(database.orm, auth, user)
    },
  } satisfies Partial<Handlers>
}
