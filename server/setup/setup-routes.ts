import type { User } from '#contract/session.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import type { NameFile } from '../menu-versions/versions.ts'
import { openRestaurant, type ReadDemoMenu, readChecklist, setupState, takeDemoMenu } from './setup.ts'

type Parts = {
  readonly database: Database
  readonly nameFile: NameFile
  readonly publicUrl: string | undefined
  readonly readDemoMenu: ReadDemoMenu
}

/** Returns the handlers for setting up a restaurant that was started without data. */
export function setupRoutes({ database, nameFile, publicUrl, readDemoMenu }: Parts) {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  const checklist = (user: User) => readChecklist(database.orm, user, { isPublic })
  return {
    'GET /api/setup': () => setupState(database.orm),
    'GET /api/office/checklist': ({ user }) => checklist(user),
    'POST /api/office/demo-menu': async ({ user }) => {
      await takeDemoMenu({ database, nameFile, readDemoMenu }, user)
      return checklist(user)
    },
    'POST /api/office/opening': async ({ user }) => {
      await openRestaurant(database, user)
      return checklist(user)
    },
  } satisfies Partial<Handlers>
}
