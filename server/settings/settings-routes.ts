import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import type { WithProof } from '../auth/second-step.ts'
import type { Database } from '../db/database.ts'
import { oneSnapshot } from '../db/transaction.ts'
import { refuse } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import { changeKitchenLoad, readKitchenLoad } from '../kitchen-load/kitchen-load.ts'
import { askAboutSlots } from '../slots/slots-kept.ts'
import { changeSettings, officeSettings } from './settings.ts'

/** Returns the handlers of the owner's settings and of the desk's kitchen load. The menu has handlers of its own. */
export function settingsRoutes({ database, withProof }: { database: Database; withProof: WithProof }) {
  return {
    'GET /api/office/settings': () => database.transaction(officeSettings, oneSnapshot),
    'PATCH /api/office/settings': async ({ body: { proof, ...change }, ...call }) => {
      const changed = await withProof(call, proof, (prove) =>
        changeSettings(database, { user: call.user, body: change }, prove),
      )
      if (change.hours) await askAboutSlots(database)
      return changed
    },
    'GET /api/kitchen-load': () => readKitchenLoad(database.orm),
    'PATCH /api/kitchen-load': async ({ body, ...call }) => {
      const { proof, escalateAfter, ownerPhone, secondPersonAbove, cashAtDoorUpTo, ...change } = body
      const former = { escalateAfter, ownerPhone, secondPersonAbove, cashAtDoorUpTo }
      // The last release's pages send these settings to this endpoint.
      if (Object.values(former).some((value) => value !== undefined)) {
        if (!isOneOf(call.user.role, policy.owners)) {
          throw refuse('not-allowed', 'Only the owner can change this. Ask the owner.')
        }
        await withProof(call, proof, (prove) => changeSettings(database, { user: call.user, body: former }, prove))
      }
      return changeKitchenLoad(database, call.user, change)
    },
  } satisfies Partial<Handlers>
}
