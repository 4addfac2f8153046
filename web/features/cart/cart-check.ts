import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MenuItem } from '#contract/menu.ts'
import * as Cart from '#domain/cart.ts'
import type { Sources } from '#domain/menu.ts'
import * as Menu from '#domain/menu.ts'
import { queries } from '#web/api/queries.ts'

export type Today = {
  /** 'asking' before the first answer; 'unreachable' where none came: the cart then stands as it was last seen. */
  readonly state: 'asking' | 'known' | 'unreachable'
  readonly sources: Sources
  readonly item: (line: Cart.CartLine) => MenuItem | undefined
  readonly verdict: (line: Cart.CartLine) => Cart.Verdict
  /** The optional extras of a line that cannot be had right now: without them it can be cooked. */
  readonly lacking: (line: Cart.CartLine) => readonly Lacking[]
  readonly refetch: () => void
}

export type Lacking = { readonly group: { readonly id: string; readonly limit: number }; readonly id: string }

/** The cart held against today's menu (CART-11); the live events keep the answer true. */
export function useToday(cart: Cart.Cart): Today {
  // Sorted: the same dishes in another order are the same question.
  const ids = [...new Set(cart.lines.map(({ itemId }) => itemId))].sort()
  const { data, isError, isPaused, isPlaceholderData, refetch } = useQuery({
    ...queries.menuItems(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

  function item(line: Cart.CartLine) {
    return data?.items.find(({ id }) => id === line.itemId)
  }

  return {
    state: isError || isPaused ? 'unreachable' : data ? 'known' : 'asking',
    sources: data?.sources ?? {},
    item,
    verdict(line) {
      const found = item(line)
      // A dish that the question before did not ask for has not left the menu.
      if (!data || (!found && isPlaceholderData)) return { state: 'same' }
      return Cart.check(line, found, data.sources)
    },
    lacking(line) {
      return (item(line)?.groups ?? [])
        .filter(({ min }) => min === 0)
        .flatMap((group) => {
          const offered = Menu.choices(group, data?.sources ?? {})
          return Object.keys(line.selection[group.id] ?? {})
            .filter((id) => !offered.some((choice) => choice.id === id && choice.available))
            .map((id) => ({ group, id }))
        })
    },
    refetch: () => void refetch(),
  }
}
