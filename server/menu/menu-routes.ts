import * as MenuCsv from '#domain/menu/menu-csv.ts'
import type { Database } from '../db/database.ts'
import { csvResponse } from '../http/csv-response.ts'
import { refuse } from '../http/problems.ts'
import { bind, type Handlers } from '../http/route.ts'
import { menuHistory } from '../menu-versions/history.ts'
import { dropDraft, saveDraft, savedDraft } from '../menu-versions/saved-draft.ts'
import { checkMenu, menuVersion, type NameFile, publishedMenu, publishMenu } from '../menu-versions/versions.ts'
import { changeItem } from '../stock/change-item.ts'
import { bestsellers, categoryPage, dishLimits, locationList, menuItems, site, wholeMenu } from './menu-queries.ts'

export function menuRoutes({ database, nameFile }: { database: Database; nameFile: NameFile }) {
  const { orm } = database
  return {
    'GET /api/site': () => site(orm),
    'GET /api/locations': () => locationList(orm),
    'GET /api/bestsellers': () => bestsellers(orm),
    'GET /api/menu': () => wholeMenu(orm),
    'GET /api/menu/:category': async ({ params }) => {
      const page = await categoryPage(orm, params.category)
      if (!page) throw refuse('not-found', 'There is no such page of the menu.')
      return page
    },
    'GET /api/menu-items': ({ query }) => menuItems(orm, query.ids),
    'GET /api/desk/dish-limits': () => dishLimits(orm),
    'PUT /api/office/menu': ({ user, body }) => publishMenu({ database, nameFile }, user, body),
    'DELETE /api/office/menu-draft': () => dropDraft(orm),
    ...bind(database, {
      'GET /api/office/menu': publishedMenu,
      'POST /api/office/menu-checks': checkMenu,
      'GET /api/office/menu-draft': savedDraft,
      'PUT /api/office/menu-draft': saveDraft,
      'GET /api/office/menu-versions': menuHistory,
      'GET /api/office/menu-versions/:id': menuVersion,
      'PATCH /api/menu-items/:id': changeItem,
    }),
    'GET /api/office/menu-sheet': async ({ context }) => {
      const { version, categories } = await publishedMenu(database)
      return csvResponse(context, `menu-${version}`, MenuCsv.write(categories))
    },
  } satisfies Partial<Handlers>
}
