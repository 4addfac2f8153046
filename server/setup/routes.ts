import type { User } from '#contract/session.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import type { Restaurant } from '../restaurant/restaurant.ts'
import { openRestaurant, readChecklist, setupState, takeDemoMenu } from './setup.ts'

/** The menu that a new restaurant may begin with. */
export type DemoMenu = {
  readonly read: () => Promise<Restaurant['categories']>
  /** Called when it was published: makes its pictures known. */
  readonly onTaken: () => Promise<unknown>
}
type Parts = { readonly database: Database; readonly publicUrl: string | undefined; readonly demo: DemoMenu }

/** The first steps of a restaurant that was started with no data. */
export function setupRoutes({ database, publicUrl, demo }: Parts) {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  const checklist = (user: User) => readChecklist(database.orm, user, { isPublic })
  return {
    'GET /api/setup': () => setupState(database.orm),
    'GET /api/office/checklist': ({ user }) => checklist(user),
    'POST /api/office/demo-menu': async ({ user }) => {
      await takeDemoMenu(database, user, await demo.read())
      await demo.onTaken()
      return checklist(user)
    },
    'POST /api/office/opening': async ({ user }) => {
      await openRestaurant(database, user)
      return checklist(user)
    },
  } satisfies Partial<Handlers>
}
