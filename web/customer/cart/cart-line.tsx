import type { Tile } from '#contract/menu/menu.ts'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import type * as Cart from '#domain/order/cart.ts'
import { slotDay } from '#domain/restaurant/slot-words.ts'
import { serverNow } from '#web/data/api/client.ts'
import { LineChoices } from '#web/orders/line-choices.tsx'
import { LiveMark } from '#web/orders/live-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { rowActionClass } from '#web/ui/row.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { tiles } from '#web/ui/tiles.ts'

type Props = {
  readonly line: Cart.CartLine
  readonly tile: Tile
  readonly verdict: Cart.Verdict
  readonly onQuantity: (quantity: number) => void
  readonly onRemove: () => void
  /** Undefined if the dish has no choices or is sold out. */
  readonly onChange: (() => void) | undefined
  readonly changing: boolean
  readonly onAccept: (now: PricedLine) => void
  /** Removes the optional extras that are not available. Set only if the line is available without these extras. */
  readonly onGoWithout: (() => void) | undefined
  /**
   * Other times for a line that is not available at the chosen time; undefined if the restaurant takes no orders for
   * later.
   */
  readonly times:
    | {
        /** The slot at which the whole cart is available; undefined if there is none. */
        readonly forAll: string | undefined
        readonly onSlot: (slot: string) => void
        readonly onPick: () => void
      }
    | undefined
}

export function CartLineCard(props: Props) {
  const { line, tile, verdict, onQuantity, onRemove, onChange, changing } = props
  const { seen } = line
  const gone = verdict.state === 'unavailable'
  const notThen = verdict.state === 'not-then'
  return (
    <li
      className={`flex flex-wrap gap-x-3 p-3 sm:gap-x-4 sm:p-4 ${gone ? 'bg-wash-alarm' : notThen ? 'bg-wash-plantain' : ''}`}
    >
      <div
        className={`aspect-square w-[4rem] shrink-0 self-start overflow-hidden rounded-2xl sm:w-[5.5rem] ${tiles[tile]}`}
      >
        <Picture
          picture={line.picture === '' ? null : { name: line.picture }}
          sizes="(min-width: 640px) 88px, 64px"
          className={`fill-parent ${gone || notThen ? 'opacity-60 grayscale' : ''}`}
        />
      </div>
      <div className="relative isolate grid min-w-[min(100%,9rem)] flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1">
        <LiveMark
          name={seen.name}
          price={verdict.state === 'repriced' ? verdict.now.itemTotal : seen.itemTotal}
          available={!gone && !notThen}
          own={String(seen.itemTotal)}
        />
        <div className="flex flex-wrap items-start justify-between gap-x-2">
          <h3
            className={`min-w-[min(100%,6rem)] flex-1 pt-0.5 text-dish wrap-anywhere ${gone ? 'line-through decoration-2' : ''}`}
          >
            {seen.name}
          </h3>
          {onChange && !notThen && (
            <button
              type="button"
              id={changeId(line)}
              onClick={onChange}
              aria-busy={changing}
              className={`${rowActionClass} -mt-2.5 -mb-3 aria-busy:opacity-60`}
            >
              Change<span className="sr-only"> {seen.name}</span>
            </button>
          )}
        </div>
        <LineChoices choices={seen.extras} />
        {line.chefComment && (
          <p className="font-medium text-promise text-sm wrap-anywhere">
            <span className="font-semibold">P.S.:</span> {line.chefComment}
          </p>
        )}
        {!gone && !notThen && (
          <div className="mt-1 flex flex-wrap items-center gap-x-3">
            <Stepper
              value={line.quantity}
              onChange={onQuantity}
              onRemove={onRemove}
              label={seen.name}
              most={Pricing.highestQuantity}
            />
            <Price amount={seen.itemTotal} className="ml-auto text-lg" />
          </div>
        )}
        <LineChange {...props} />
      </div>
    </li>
  )
}

/** Returns the id of the button that changes a line. The button gets the focus back after the change. */
export function changeId(line: Cart.CartLine): string {
  return `change-${line.id}`
}

/**
 * Says that the price or the availability of a line has changed (CART-11). The customer has to accept, change or remove
 * the line before paying.
 */
function LineChange({ line, verdict, onRemove, onChange, onAccept, onGoWithout, times }: Props) {
  if (verdict.state === 'same') return null
  if (verdict.state === 'not-then')
    return <NotThen detail={verdict.detail} line={line} times={times} onRemove={onRemove} />
  return (
    // A press on the main button moves the focus to this notice, which explains why the press did nothing else.
    <div
      data-unsettled
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control outline-ember outline-offset-4 focus:outline-3"
    >
      {verdict.state === 'repriced' ? (
        <>
          <p className="font-semibold text-promise">
            Now <Price amount={verdict.now.itemTotal} />, was <Price amount={line.seen.itemTotal} />
          </p>
          <Button variant="secondary" className="min-h-11" onClick={() => onAccept(verdict.now)}>
            OK<span className="sr-only">, take {line.seen.name} at the new price</span>
          </Button>
        </>
      ) : (
        <>
          <p className="font-semibold text-alarm text-sm">{verdict.problem.detail.replace(/\.?$/, '. Not counted.')}</p>
          <div className="flex flex-wrap gap-2">
            {onGoWithout ? (
              <Button variant="onWash" className="min-h-11" onClick={onGoWithout}>
                Go without
              </Button>
            ) : (
              onChange && (
                <Button variant="onWash" className="min-h-11" onClick={onChange}>
                  Choose again<span className="sr-only"> for {line.seen.name}</span>
                </Button>
              )
            )}
            <Button variant="onWash" className="min-h-11" onClick={onRemove}>
              Remove
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type NotThenProps = Pick<Props, 'line' | 'times' | 'onRemove'> & { readonly detail: string }

/** Explains why a dish is not counted, and offers a time at which everything is available. */
function NotThen({ detail, line: { seen }, times, onRemove }: NotThenProps) {
  return (
    <div
      data-unsettled
      tabIndex={-1}
      className="grid gap-2 rounded-control outline-ember outline-offset-4 focus:outline-3"
    >
      <p className="font-semibold text-promise text-sm">{detail}</p>
      <div className="flex flex-wrap gap-2">
        {times?.forAll && (
          <Button variant="onWash" className="min-h-11 flex-auto" onClick={() => times.onSlot(times.forAll ?? '')}>
            Have everything {slotMoment(times.forAll)}
          </Button>
        )}
        {times && (
          <Button variant="onWash" className="min-h-11 flex-auto" onClick={times.onPick}>
            Choose another<span className="sr-only"> time</span>
          </Button>
        )}
        <Button
          variant="onWash"
          className="min-h-11"
          onClick={onRemove}
          aria-label={times ? `Remove ${seen.name}` : undefined}
        >
          {times ? <Icon name="bin" className="size-5" /> : 'Remove'}
        </Button>
      </div>
    </div>
  )
}

function slotMoment(slot: string): string {
  const day = slotDay(Date.parse(slot), serverNow())
  return `${day === 'Today' ? '' : `${day === 'Tomorrow' ? 'tomorrow' : `on ${day}`} `}at ${clock(slot)}`
}
