import type { WholeMenu } from '#contract/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'

/** Returns every dish of the menu in the shape that `search` takes. */
export function findableOf({ items, sources, called }: WholeMenu) {
  return items.map((item) => ({
    item,
    name: item.name,
    description: item.description,
    category: [...(called[item.category] ?? []), ...item.diet],
    choices: item.groups.flatMap((group) => [
      ...Menu.choices(group, sources).map(({ name }) => name),
      ...('category' in group.source ? (called[group.source.category] ?? []) : []),
    ]),
  }))
}
