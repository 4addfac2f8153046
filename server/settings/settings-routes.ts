import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import type { WithProof } from '../auth/second-step.ts'
import type { Database } from '../db/database.ts'
import { oneSnapshot } from '../db/transaction.ts'
import { refuse } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import { changeKitchenLoad, readKitchenLoad } from '../kitchen-load/kitchen-load.ts'
import { changeSettings, officeSettings } from './settings.ts'

/** What owners change of the restaurant, beside its menu, and what the desk changes for the evening. */
export function settingsRoutes({ database, withProof }: { database: Database; withProof: WithProof }) {
  return {
    'GET /api/office/settings': () => database.transaction(officeSettings, oneSnapshot),
    'PATCH /api/office/settings': ({ body: { proof, ...change }, ...call }) =>
      withProof(call, proof, (prove) => changeSettings(database, { user: call.user, body: change }, prove)),
    'GET /api/kitchen-load': () => readKitchenLoad(database.orm),
    'PATCH /api/kitchen-load': async ({ body: { proof, key, rushMinutes, capacity, paused, ...former }, ...call }) => {
      // Pages of the last release change settings here.
      if (Object.values(former).some((value) => value !== undefined)) {
        if (!isOneOf(call.user.role, policy.owners)) {
          throw refuse('not-allowed', 'Only the owner can change this. Ask the owner.')
        }
        await withProof(call, proof, (prove) => changeSettings(database, { user: call.user, body: former }, prove))
      }
      return changeKitchenLoad(database, call.user, { key, rushMinutes, capacity, paused })
    },
  } satisfies Partial<Handlers>
}
