import { categoryParams, itemChange, itemParams, menuItemsQuery } from '#contract/menu.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { changeItem } from '../stock/change-item.ts'
import { bestsellers, categoryPage, dishLimits, locationList, menuItems, site, wholeMenu } from './queries.ts'

export function menuRoutes({ database }: { database: Database }): Route[] {
  const { orm } = database
  return [
    route({ method: 'GET', path: '/api/site', by: 'anyone', handle: () => site(orm) }),
    route({ method: 'GET', path: '/api/locations', by: 'anyone', handle: () => locationList(orm) }),
    route({ method: 'GET', path: '/api/bestsellers', by: 'anyone', handle: () => bestsellers(orm) }),
    route({ method: 'GET', path: '/api/menu', by: 'anyone', handle: () => wholeMenu(orm) }),
    route({
      method: 'GET',
      path: '/api/menu/:category',
      by: 'anyone',
      params: categoryParams,
      handle: async ({ params }) => {
        const page = await categoryPage(orm, params.category)
        if (!page) throw refuse('not-found', 'There is no such page of the menu.')
        return page
      },
    }),
    route({
      method: 'GET',
      path: '/api/menu-items',
      by: 'anyone',
      query: menuItemsQuery,
      handle: ({ query }) => menuItems(orm, query.ids),
    }),
    route({ method: 'GET', path: '/api/desk/dish-limits', by: policy.desk, handle: () => dishLimits(orm) }),
    route({
      method: 'PATCH',
      path: '/api/menu-items/:id',
      by: policy.desk,
      params: itemParams,
      body: itemChange,
      handle: ({ params, body, user }) => changeItem(database, user, params.id, body),
    }),
  ]
}
