import type { MenuCategory } from '#contract/menu/menu-document.ts'
import * as Menu from '#domain/menu/menu.ts'
import { same } from '#domain/menu/same.ts'
import * as Money from '#domain/money/money.ts'
import * as Spans from '#domain/text/spans.ts'
import { useShownPicture } from '#web/office/photos/photo-field.tsx'
import { heatOf } from '#web/orders/dishes/facts.ts'
import { useServedFrom } from '#web/orders/dishes/served-now.ts'
import { ItemSwitch } from '#web/staff/item-switch.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'
import type { useDrag } from './drag.ts'
import { type Dish, type Draft, type KnownItem, shown, sourcesOf, withDish } from './menu-draft.ts'
import { PriceInPlace } from './price-field.tsx'

type Props = {
  readonly draft: Draft
  readonly category: MenuCategory
  readonly dish: Dish
  /** The published dish; undefined for a new dish. */
  readonly before: Dish | undefined
  readonly item: KnownItem | undefined
  readonly isSelected: boolean
  /** Undefined if the dishes cannot be reordered. */
  readonly drag: ReturnType<typeof useDrag> | undefined
  readonly at: number
  readonly onChange: (draft: Draft) => void
  readonly onOpen: () => void
}

/**
 * A dish with its price field, and a switch for 'sold out', which takes effect immediately without publishing. On a
 * phone, the tile is a row.
 */
export function DishTile({ draft, category, dish, before, item, isSelected, drag, at, onChange, onOpen }: Props) {
  const isSoldOut = item?.isAvailable === false
  return (
    <li
      style={drag?.style(at)}
      className={`relative grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] content-start gap-x-3 rounded-card bg-raise p-2 shadow-card sm:grid-cols-1 ${
        isSelected ? 'outline-2 outline-text' : ''
      } ${drag?.isDragged(at) ? 'z-10 shadow-up' : ''}`}
    >
      <div className={`relative aspect-4/3 overflow-hidden rounded-control max-sm:self-center ${tiles[category.tile]}`}>
        <TilePicture dish={dish} before={before} item={item} />
      </div>
      {drag && (
        // The handle is only for pointers. Keyboards and screen readers use 'Move up' and 'Move down' in the dish
        // panel.
        <span
          aria-hidden="true"
          data-drag=""
          {...drag.handle(at)}
          className="absolute top-3.5 right-3.5 grid size-9 cursor-grab touch-none select-none place-items-center rounded-[10px] bg-raise text-soft shadow-card active:cursor-grabbing max-sm:top-1 max-sm:right-1 max-sm:shadow-none"
        >
          <Icon name="menu" className="size-4" />
        </span>
      )}
      <div className="flex min-w-0 flex-col ">
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={onOpen}
          className={`wrap-anywhere grow rounded-control px-2 py-1.5 text-left hover:bg-raise2 ${drag ? 'max-sm:mr-9' : ''}`}
        >
          <span className={`block font-display text-lg leading-tight ${isSoldOut ? 'text-soft' : ''}`}>
            {dish.name || 'Without a name'}
          </span>
          <span className="line-clamp-2 text-sm text-soft max-sm:hidden">{dish.description}</span>
          <span className="flex flex-wrap gap-1 empty:hidden max-sm:mt-1 sm:absolute sm:top-3.5 sm:left-3.5 sm:pr-16">
            <Marks category={category} dish={dish} before={before} item={item} />
          </span>
        </button>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <DishPrice draft={draft} category={category} dish={dish} onChange={onChange} />
          {item && (
            <ItemSwitch
              id={dish.id}
              isAvailable={item.isAvailable}
              words={['On sale', 'Sold out']}
              className="ml-auto flex min-h-11 min-w-0 flex-wrap items-center justify-end gap-x-2 pr-1"
            >
              <span className="sr-only">{dish.name}: on sale</span>
            </ItemSwitch>
          )}
        </div>
      </div>
    </li>
  )
}

/** The picture of the dish in the draft. If the draft has not changed it, the published picture is shown. */
function TilePicture({ dish, before, item }: Pick<Props, 'dish' | 'before' | 'item'>) {
  const known = item?.picture ?? null
  const isKnown = same(dish.picture, before?.picture)
  const drafted = useShownPicture(isKnown ? undefined : dish.picture, known)
  return (
    <Picture
      picture={isKnown ? known : drafted}
      sizes="(min-width: 640px) 18rem, 5.5rem"
      {...(item?.isAvailable === false && { className: 'fill-parent opacity-40 grayscale' })}
    />
  )
}

function Marks({ category, dish, before, item }: Pick<Props, 'category' | 'dish' | 'before' | 'item'>) {
  const heat = heatOf({ heat: dish.heat ?? 0 })
  const hours = [category.served, dish.served].filter((spans) => spans !== undefined)
  const servedFrom = useServedFrom({ served: hours }, '')
  return (
    <>
      {!before && <Badge variant="done">New</Badge>}
      {before && !same(before, dish) && <Badge variant="promise">Changed</Badge>}
      {item?.isAvailable === false && item.backAt && (
        <Badge>
          <Icon name="clock" className="size-3.5" /> back at {clock(item.backAt)}
        </Badge>
      )}
      {(servedFrom !== '' || dish.served) && (
        <Badge>
          <Icon name="clock" className="size-3.5" /> {servedFrom || Spans.written(dish.served ?? [])}
        </Badge>
      )}
      {dish.bestseller && <Badge variant="promise">Bestseller</Badge>}
      {heat && <Badge variant={(dish.heat ?? 0) > 1 ? 'heat' : 'plain'}>{heat}</Badge>}
    </>
  )
}

/** The price field, or text such as '₦7,000, by size' if sizes set the price. */
function DishPrice({ draft, category, dish, onChange }: Pick<Props, 'draft' | 'category' | 'dish' | 'onChange'>) {
  const item = shown(category, dish, null)
  if (Menu.hasSizes(item)) {
    return (
      <span className="figures price px-2 py-2">
        {Money.format(Menu.startingPrice(item, sourcesOf(draft)))}
        <span className="font-normal font-sans text-sm text-soft">, by size</span>
      </span>
    )
  }
  return (
    <PriceInPlace
      label={`Price of ${dish.name || 'the dish without a name'} (₦)`}
      price={dish.price}
      onChange={(price) => onChange(withDish(draft, category.id, dish.id, (old) => ({ ...old, price })))}
    />
  )
}
