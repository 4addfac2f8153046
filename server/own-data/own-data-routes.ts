import { eq } from 'drizzle-orm'
import type { Auth } from '../auth/auth.ts'
import { answer } from '../auth/auth-routes.ts'
import type { Tries } from '../auth/rate-limits.ts'
import type { Database } from '../db/database.ts'
import { messageChannels } from '../db/schema.ts'
import type { Handlers } from '../http/route.ts'
import type { Provider } from '../payments/provider.ts'
import { guestDays, phoneMessageDays, type Retention, sessionDays } from '../process/retention.ts'
import { deleteAccount, exportAccount } from './own-data.ts'

type Deps = {
  readonly database: Database
  readonly auth: Auth
  readonly tries: Pick<Tries, 'count' | 'clear'>
  readonly retention: Retention
  readonly provider: Pick<Provider, 'title'> | undefined
}

const messengers = { whatsapp: 'WhatsApp (Meta)', sms: 'Termii' } as const

/** Returns the companies that carry messages to customers' phones, without the push services of browsers. */
async function messengersOf({ orm }: Database): Promise<{ messengers?: string[] }> {
  const rows = await orm.select().from(messageChannels).where(eq(messageChannels.isOn, true))
  return rows.length === 0 ? {} : { messengers: rows.map(({ channel }) => messengers[channel]) }
}

export function ownDataRoutes({ database, auth, tries, retention, provider }: Deps) {
  return {
    'GET /api/privacy': async () => ({
      ...(await messengersOf(database)),
      ...retention,
      sessionDays,
      guestDays,
      phoneMessageDays,
      provider: provider?.title ?? null,
    }),
    'GET /api/account/export': async ({ user }) => {
      await tries.count('accountChange', user.id)
      return exportAccount(database, user)
    },
    'POST /api/account/deletion': async ({ user, body, headers }) => {
      await tries.count('passwordChange', user.id)
      await deleteAccount({ database, auth }, user, body.password)
      return answer(200, { user: null }, auth.clearedCookies(headers))
    },
  } satisfies Partial<Handlers>
}
