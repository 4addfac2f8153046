import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Site } from '#contract/site.ts'
import { queries } from '#web/data/api/queries.ts'
import { byCategory, type Count, dishCounts } from './cooking.ts'
import { UnfoldButton } from './unfold-button.tsx'

/**
 * The number of portions of each dish that is being cooked. Folded, shows the highest counts in one row; unfolded, all
 * counts by category.
 */
export function Counts({ orders, site }: { orders: readonly DeskOrder[]; site: Site }) {
  const [isWhole, setIsWhole] = useState(false)
  const counts = dishCounts(orders)
  const row = useRef<HTMLUListElement>(null)
  const hidden = useWrapped(row, isWhole ? '' : counts.map(({ name, count }) => `${count} ${name}`).join())
  if (counts.length === 0) return null
  return (
    <section
      aria-label="Total on the fire"
      className="mx-3 my-1.5 flex flex-wrap items-start gap-2 rounded-control bg-raise pr-1 pl-4"
    >
      {isWhole ? (
        <ByCategory counts={counts} site={site} />
      ) : (
        <>
          <p
            aria-hidden="true"
            className="flex min-h-12 shrink-0 items-center font-semibold text-[1.0625rem] text-soft max-sm:hidden"
          >
            To make
          </p>
          <ul ref={row} className="flex max-h-12 min-h-12 min-w-20 flex-1 flex-wrap gap-x-5 overflow-hidden">
            {counts.map((count) => (
              <Counted key={count.name} {...count} />
            ))}
          </ul>
          {hidden > 0 && (
            <p aria-hidden="true" className="flex min-h-12 shrink-0 items-center text-lg text-soft">
              and {hidden} more
            </p>
          )}
        </>
      )}
      <UnfoldButton label="All counts" isOpen={isWhole} onOpen={setIsWhole} />
    </section>
  )
}

/** Returns how many items of a row do not fit into its first line. `content` changes with the items. */
function useWrapped(row: RefObject<HTMLElement | null>, content: string): number {
  const [wrapped, setWrapped] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are measured anew
  useLayoutEffect(() => {
    const list = row.current
    if (!list) return
    const measure = () => {
      const items = [...list.children].filter((item) => item instanceof HTMLElement)
      setWrapped(items.filter(({ offsetTop }) => offsetTop > (items[0]?.offsetTop ?? 0)).length)
    }
    // Observe the items too, whose widths change when the font has loaded.
    const observer = new ResizeObserver(measure)
    for (const each of [list, ...list.children]) observer.observe(each)
    measure()
    return () => observer.disconnect()
  }, [row, content])
  return wrapped
}

function Counted({ name, count }: Count) {
  return (
    <li className="flex min-h-[inherit] items-center gap-1.5 text-xl">
      <span className="figures text-2xl">{count}</span> × {name}
    </li>
  )
}

/**
 * Shows the counts by category. Without the menu, as at a first start without a network, all counts are in one group.
 */
function ByCategory({ counts, site }: { counts: readonly Count[]; site: Site }) {
  const { data: menu } = useQuery(queries.wholeMenu())
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
      tabIndex={0}
      className="flex max-h-[30dvh] min-w-0 flex-1 flex-wrap gap-x-6 overflow-y-auto overscroll-contain"
    >
      {byCategory(counts, menu?.items ?? [], site.categories).map(({ title, counts }) => (
        <section key={title} aria-label={title || 'Others'} className="flex min-w-0 items-start gap-x-3">
          <p
            aria-hidden="true"
            className="flex min-h-10 items-center font-semibold text-[1.0625rem] text-soft empty:hidden"
          >
            {title}
          </p>
          <ul className="flex min-h-10 min-w-0 flex-wrap gap-x-4">
            {counts.map((count) => (
              <Counted key={count.name} {...count} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
