import { useId, useRef } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Cart from '#domain/order/cart.ts'
import { useWide } from '#web/app/navigation/use-media-query.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'
import { LiveMark } from '#web/orders/live-mark.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { tiles } from '#web/ui/tiles.ts'
import { addToCart } from './add-to-cart.ts'
import { loadCustomiser } from './customiser-ahead.ts'
import { soFar, useDraft } from './drafts.ts'
import { dietOf, heatOf } from './facts.ts'
import { useInCart } from './in-cart.ts'
import { useServedFrom } from './served-now.ts'

/**
 * 'row': beside its picture on a narrow screen, below its picture on a wide screen. 'lead': a row below its picture.
 * 'tile': small, with name, price and '+' on every screen.
 */
export type CardShape = 'row' | 'lead' | 'tile'

type Props = {
  readonly item: MenuItem
  readonly sources: Sources
  /** The slot chosen in the cart; '' for as soon as possible. */
  readonly slot?: string
  readonly level: 2 | 3
  readonly first: boolean
  readonly shape: CardShape
  readonly onCustomise: () => void
}

/**
 * A card for a dish. Pressing the card opens the customiser; 'Add to Cart' adds the dish, or opens the customiser if a
 * choice is missing.
 */
export function DishCard({ item, sources, slot = '', level, first, shape, onCustomise }: Props) {
  const { draft, begun, change, forget } = useDraft(item, sources)
  const inCart = useInCart(item, draft.selection)
  const from = useServedFrom(item, slot)
  const isOffered = item.isAvailable && from === ''
  // Only wide screens show a stepper on every card, because twenty steppers would delay a phone's first response.
  const wide = useWide()
  const card = useRef<HTMLElement>(null)
  const id = useId()
  const Name = level === 2 ? 'h2' : 'h3'
  const { total, chosen } = soFar(item, sources, { ...draft, quantity: 1 })
  const priced = Pricing.priceLine(item, sources, draft.selection, draft.quantity, draft.chefComment)

  function add() {
    if (!priced.ok) return onCustomise()
    if (!addToCart(item, draft, priced.value)) return
    // Ignore a failed import: the picture then does not fly to the cart.
    void import('./fly.ts').then(({ flyToCart }) => flyToCart(card.current)).catch(() => {})
    forget()
    // On a narrow card a stepper replaces the pressed '+', and the stepper's '+' takes the focus.
    requestAnimationFrame(() =>
      card.current?.querySelector<HTMLElement>('[data-line] button:last-child')?.focus({ preventScroll: true }),
    )
  }

  // On a narrow card the stepper of the added line replaces the '+'.
  const stepping = shape !== 'tile' && priced.ok && draft.chefComment === '' && inCart.line !== ''
  return (
    <article
      ref={card}
      aria-labelledby={id}
      className={`dish-card ${shape === 'tile' ? 'dish-tile' : shape === 'lead' ? 'dish-row dish-lead' : 'dish-row'}`}
    >
      <div className="dish-words">
        <Name id={id}>
          {isOffered ? (
            <button type="button" onClick={onCustomise} onPointerDown={loadCustomiser} className="dish-opener">
              {item.name}
            </button>
          ) : (
            <span className="text-soft">{item.name}</span>
          )}
        </Name>
        {shape !== 'tile' && (
          <p className={begun ? 'text-text' : undefined}>
            {begun
              ? [...chosen, ...(draft.chefComment ? [`P.S.: ${draft.chefComment}`] : [])].join(', ')
              : item.description}
          </p>
        )}
        <div>
          <span>
            <Price amount={total} {...(!isOffered && { className: 'text-soft' })} />
            <LiveMark
              name={item.name}
              price={total}
              available={item.isAvailable}
              own={Menu.selectionKey(draft.selection)}
            />
          </span>
          {item.backAt && !item.isAvailable ? (
            <span className="text-small text-soft">Back from {clock(item.backAt)}</span>
          ) : (
            shape !== 'tile' && <Facts item={item} />
          )}
        </div>
      </div>
      <div className={`dish-picture ${tiles[item.tile]}`}>
        <Picture
          picture={item.picture}
          sizes={sizes[shape]}
          first={first}
          {...(!isOffered && { className: 'fill-parent opacity-40 grayscale' })}
        />
        {item.bestseller && isOffered && shape !== 'tile' && (
          <Badge variant="promise" className={`absolute top-2 left-2 ${shape === 'row' ? 'max-lg:hidden' : ''}`}>
            Bestseller
          </Badge>
        )}
      </div>
      {!isOffered ? (
        <button type="button" disabled aria-describedby={id} className="dish-gone">
          {item.isAvailable ? from : 'Not Available'}
        </button>
      ) : (
        <div className="dish-controls">
          {wide && shape !== 'tile' && (
            <Stepper
              compact
              value={draft.quantity}
              onChange={(quantity) => change({ ...draft, quantity })}
              label={item.name}
              most={Pricing.highestQuantity}
            />
          )}
          {stepping && (
            <span data-line="" className="w-full lg:hidden">
              <Stepper
                variant="ember"
                value={inCart.plain}
                onChange={(quantity) => cartStore.set((cart) => Cart.setQuantity(cart, inCart.line, quantity))}
                label={item.name}
                most={Pricing.highestQuantity}
              />
            </span>
          )}
          <button
            type="button"
            aria-describedby={id}
            onClick={add}
            onPointerDown={priced.ok ? undefined : loadCustomiser}
            {...(inCart.count > 0 && { 'aria-label': `In the cart: ${inCart.count}. Add to Cart` })}
            className={stepping ? 'dish-add max-lg:hidden' : 'dish-add'}
          >
            {inCart.count > 0 && <span className="figures dish-count">{inCart.count}</span>}
            <Icon name="plus" />
            <span>Add to Cart</span>
          </button>
        </div>
      )}
    </article>
  )
}

const sizes = {
  row: '(width >= 64rem) 15rem, 7.5rem',
  lead: '(width >= 64rem) 15rem, (width >= 40rem) 20rem, 15rem',
  tile: '(width >= 64rem) 15rem, 7.5rem',
} as const

function Facts({ item }: { item: MenuItem }) {
  const heat = heatOf(item)
  const diet = dietOf(item)
  return (
    <>
      {heat && <Badge variant={item.heat > 1 ? 'heat' : 'plain'}>{heat}</Badge>}
      {diet.length > 0 && <span className="text-small text-soft">{diet.join(' · ')}</span>}
    </>
  )
}
