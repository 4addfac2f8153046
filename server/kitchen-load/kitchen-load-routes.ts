import type { WithProof } from '../auth/second-step.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import { changeKitchenLoad, readKitchenLoad } from './kitchen-load.ts'

export function kitchenLoadRoutes({ database, withProof }: { database: Database; withProof: WithProof }) {
  return {
    'GET /api/kitchen-load': () => readKitchenLoad(database.orm),
    'PATCH /api/kitchen-load': ({ body: { proof, ...change }, ...call }) =>
      withProof(call, proof, (prove) => changeKitchenLoad(database, call.user, change, prove)),
  } satisfies Partial<Handlers>
}
