import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import type { Naira } from '#domain/money/money.ts'
import * as Cart from '#domain/order/cart.ts'
import { servedAgain } from '#domain/restaurant/served.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { useClock } from '#web/data/clock.ts'
import { clock } from '#web/ui/lagos-time.ts'

export type Today = {
  /**
   * 'loading' before the first answer. 'unreachable' if no answer came: the cart then shows the prices that the
   * customer last saw.
   */
  readonly state: 'loading' | 'known' | 'unreachable'
  /** The dishes that option groups offer as choices, with their availability at the chosen time. */
  readonly sources: Sources
  readonly item: (line: Cart.CartLine) => MenuItem | undefined
  readonly verdict: (line: Cart.CartLine) => Cart.Verdict
  /** The sum of the available lines, at the prices that the customer last saw. */
  readonly subtotal: Naira
  /** The number of lines that the customer has to accept, change or remove before paying. */
  readonly unsettled: number
  /** The lines that are not available at the chosen time. */
  readonly notThen: readonly Cart.CartLine[]
  /** The optional extras of a line that are not available. The line can be ordered without these extras. */
  readonly lacking: (line: Cart.CartLine) => readonly Lacking[]
  readonly refetch: () => void
}

type Lacking = { readonly group: { readonly id: string; readonly limit: number }; readonly id: string }

/**
 * `slot` is the chosen slot, '' for as soon as possible. `without` has the indexes in the cart of the lines that are
 * not available at the slot; undefined until the server has answered.
 */
type Wanted = { readonly slot: string; readonly without: readonly number[] | undefined }

/** Checks the cart against the menu (CART-11) for the chosen time. */
export function useToday(cart: Cart.Cart, { slot, without }: Wanted = { slot: '', without: undefined }): Today {
  // Sorted, so that carts with the same dishes in another sequence share one query.
  const ids = [...new Set(cart.items.map(({ itemId }) => itemId))].sort()
  const {
    data,
    error: failed,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...queries.menuItems(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const error = useLastingError({ data: isPlaceholderData ? undefined : data, error: failed }, ids.join())

  const sources = Menu.sourcesAt(data?.sources ?? {}, slot)
  const time = useClock((now) => clock(new Date(now).toISOString()))

  function item(line: Cart.CartLine) {
    return data?.items.find(({ id }) => id === line.itemId)
  }

  function verdict(line: Cart.CartLine): Cart.Verdict {
    const found = item(line)
    // Until the new answer arrives, the placeholder is the previous answer, which may lack this dish. Show the dish as
    // unchanged meanwhile.
    if (!data || (!found && isPlaceholderData)) return { state: 'same' }
    const at = slot === '' ? time : clock(slot)
    const isServed = !found || at === null || servedAgain(found.served ?? [], at) === undefined
    if (!found || slot === '') {
      return isServed ? Cart.check(line, found, data.sources) : { state: 'not-then', detail: notThen(found, 'now') }
    }
    // A dish or side that is sold out today may be available at the slot, which only the server knows.
    const isMissing = without ? without.includes(cart.items.indexOf(line)) : !isServed
    return isMissing
      ? { state: 'not-then', detail: notThen(found, `at ${at}`) }
      : without
        ? Cart.check(line, { ...found, isAvailable: true }, Menu.withDishesBack(data.sources))
        : Cart.check(line, found, sources)
  }
  const stateOf = (line: Cart.CartLine) => verdict(line).state

  return {
    state: error ? 'unreachable' : data ? 'known' : 'loading',
    sources,
    item,
    verdict,
    subtotal: Cart.subtotal({ items: cart.items.filter((line) => ['same', 'repriced'].includes(stateOf(line))) }),
    // Lines that are not available at a chosen slot need no decision: the order leaves them out, as the customer was
    // told when choosing the slot.
    unsettled: cart.items.filter((line) => stateOf(line) !== 'same' && (slot === '' || stateOf(line) !== 'not-then'))
      .length,
    notThen: cart.items.filter((line) => stateOf(line) === 'not-then'),
    lacking(line) {
      return (item(line)?.groups ?? [])
        .filter(({ min }) => min === 0)
        .flatMap((group) => {
          const offered = Menu.choices(group, sources)
          return Object.keys(line.selection[group.id] ?? {})
            .filter((id) => !offered.some((choice) => choice.id === id && choice.isAvailable))
            .map((id) => ({ group, id }))
        })
    },
    refetch: () => void refetch(),
  }
}

/** Returns, for example, 'Served 06:00 to 11:00. Not counted at 12:30.' */
function notThen({ served = [] }: MenuItem, at: string): string {
  const hours = served[0]?.map(({ from, until }) => `${from} to ${until}`).join(' and ')
  return `${hours ? `Served ${hours}` : 'Sold out then'}. Not counted ${at}.`
}
