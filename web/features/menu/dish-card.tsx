import { useId, useRef } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { Sources } from '#domain/menu.ts'
import * as Menu from '#domain/menu.ts'
import * as Pricing from '#domain/pricing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LiveMark } from '#web/ui/order/live-mark.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { tiles } from '#web/ui/tiles.ts'
import { addToCart } from './add-to-cart.ts'
import { loadCustomiser } from './customiser-sheet.tsx'
import { soFar, useDraft } from './drafts.ts'
import { dietOf, heatOf } from './facts.ts'
import { flyToCart } from './fly.ts'

type Props = {
  readonly item: MenuItem
  readonly sources: Sources
  readonly level: 2 | 3
  readonly first: boolean
  readonly onCustomise: () => void
}

/** One dish. Its price follows what was chosen for it (MENU-15); its button adds it, or asks what is missing first. */
export function DishCard({ item, sources, level, first, onCustomise }: Props) {
  const { draft, begun, change, forget } = useDraft(item, sources)
  const plate = useRef<HTMLDivElement>(null)
  const id = useId()
  const Name = level === 2 ? 'h2' : 'h3'
  const customisable = item.available && (item.groups.length > 0 || item.takesNote)
  const facts = [item.heat === 1 ? heatOf(item) : '', ...dietOf(item)].filter(Boolean)
  const { total, chosen } = soFar(item, sources, { ...draft, quantity: 1 })

  function add() {
    const priced = Pricing.priceLine(item, sources, draft.selection, draft.quantity, draft.note)
    if (!priced.ok) return onCustomise()
    if (!addToCart(item, draft, priced.value)) return
    flyToCart(plate.current)
    forget()
  }

  return (
    <article
      aria-labelledby={id}
      className="@container flex min-w-0 flex-col rounded-card bg-raise p-1.5 shadow-card sm:p-2"
    >
      <div ref={plate} className={`relative overflow-hidden rounded-[1rem] ${tiles[item.tile]}`}>
        <Picture
          picture={item.picture}
          sizes="(width >= 64rem) 15rem, (width >= 40rem) 30vw, 45vw"
          first={first}
          className={`aspect-4/3 w-full ${item.available ? '' : 'opacity-40 grayscale'}`}
        />
        {item.heat > 1 && item.available && (
          <Badge look="ember" className="absolute top-2 left-2">
            {heatOf(item)}
          </Badge>
        )}
        {!item.available && (
          <p className="absolute inset-0 grid place-items-center">
            <span className="-rotate-3 rounded-control bg-text px-3 py-1.5 font-semibold text-ground text-sm">
              Not Available
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-1 flex-col px-1.5 pt-2.5 pb-1">
        <Name id={id} className="line-clamp-2 text-base leading-tight sm:text-lg">
          {item.name}
        </Name>
        <p className={`mt-1 line-clamp-2 text-sm leading-snug ${begun ? '' : 'text-soft'}`}>
          {begun ? [...chosen, ...(draft.note ? [`P.S.: ${draft.note}`] : [])].join(', ') : item.description}
        </p>
        {facts.length > 0 && <p className="mt-1 font-semibold text-soft text-xs">{facts.join(' · ')}</p>}
        <div className="mt-auto flex min-h-12 flex-wrap items-center justify-between gap-x-2.5 pt-1">
          <span className="relative isolate">
            <Price amount={total} className={`text-base sm:text-lg ${item.available ? '' : 'text-soft'}`} />
            <LiveMark
              name={item.name}
              price={total}
              available={item.available}
              own={Menu.selectionKey(draft.selection)}
            />
          </span>
          {customisable && (
            <button
              type="button"
              aria-describedby={id}
              onClick={onCustomise}
              onPointerDown={loadCustomiser}
              className="-mx-1.5 min-h-11 px-1.5 font-semibold text-soft text-xs underline decoration-line decoration-2 underline-offset-4 hover:text-text sm:text-sm"
            >
              {item.groups.length > 0 ? 'Customise' : 'Add note'}
            </button>
          )}
        </div>
      </div>
      {item.available ? (
        <div className="flex flex-wrap items-center gap-1.5">
          <Stepper
            compact
            value={draft.quantity}
            onChange={(quantity) => change({ ...draft, quantity })}
            label={item.name}
            most={Pricing.highestQuantity}
          />
          <button
            type="button"
            aria-describedby={id}
            onClick={add}
            className="min-h-11 flex-[1_0_2.75rem] rounded-control bg-ember px-1 font-semibold text-on-ember text-sm hover:brightness-105 active:brightness-95"
          >
            Add<span className="sr-only @[12.25rem]:not-sr-only"> to Cart</span>
          </button>
        </div>
      ) : (
        <button
          type="button"
          disabled
          aria-describedby={id}
          className="min-h-11 rounded-control bg-raise2 font-semibold text-sm text-soft"
        >
          Not Available
        </button>
      )}
    </article>
  )
}
