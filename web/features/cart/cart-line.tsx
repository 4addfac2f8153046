import type { Tile } from '#contract/menu.ts'
import type * as Cart from '#domain/cart.ts'
import type { PricedLine } from '#domain/pricing.ts'
import * as Pricing from '#domain/pricing.ts'
import { Button } from '#web/ui/button.tsx'
import { LineChoices } from '#web/ui/order/line-choices.tsx'
import { LiveMark } from '#web/ui/order/live-mark.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { tiles } from '#web/ui/tiles.ts'

type Props = {
  readonly line: Cart.CartLine
  readonly tile: Tile
  readonly verdict: Cart.Verdict
  readonly onQuantity: (quantity: number) => void
  readonly onRemove: () => void
  /** Undefined where the dish has no choices or is sold out. */
  readonly onChange: (() => void) | undefined
  /** Whether the editor is loading. */
  readonly changing: boolean
  /** Undefined where the line has no editable extras. */
  readonly onEditExtras: (() => void) | undefined
  readonly onAccept: (now: PricedLine) => void
  /** Undefined where the line is not available even without its optional extras. */
  readonly onGoWithout: (() => void) | undefined
}

export function CartLineCard(props: Props) {
  const { line, tile, verdict, onQuantity, onRemove, onChange, changing, onEditExtras } = props
  const { seen } = line
  const gone = verdict.state === 'unavailable'
  // A line with extras may get two buttons: their row is reserved on a phone, so that nothing moves when they appear.
  const ownRow = seen.choices.some(({ role }) => role === 'extra')
  return (
    <li className="rounded-card bg-raise p-3 shadow-card sm:p-4">
      <div className="grid grid-cols-[4.5rem_1fr] gap-x-3 sm:grid-cols-[7rem_1fr] sm:gap-x-4">
        <div className={`aspect-[4/3] self-start overflow-hidden rounded-control ${tiles[tile]}`}>
          <Picture
            picture={line.picture === '' ? null : { name: line.picture }}
            sizes="(min-width: 640px) 112px, 72px"
            className={`size-full object-cover ${gone ? 'opacity-50 grayscale' : ''}`}
          />
        </div>
        <div className="grid min-w-0 content-start gap-1.5">
          <div className="flex items-start justify-between gap-2">
            <h3 className="text-lg leading-tight wrap-anywhere">{seen.name}</h3>
            <button
              type="button"
              onClick={onRemove}
              aria-label={`Remove ${seen.name}`}
              className="-mt-2.5 -mr-2 -mb-2 grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-raise2 hover:text-alarm"
            >
              <BinIcon />
            </button>
          </div>
          <LineChoices choices={seen.choices} />
          {line.note && (
            <p className="text-sm wrap-anywhere">
              <span className="font-semibold text-promise">P.S.:</span> {line.note}
            </p>
          )}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 sm:pl-32">
        <Stepper value={line.quantity} onChange={onQuantity} label={seen.name} most={Pricing.highestQuantity} compact />
        <div className={`flex min-h-11 gap-x-4 ${ownRow ? 'max-sm:order-last max-sm:basis-full' : ''}`}>
          {onChange && (
            <TextButton
              id={changeId(line)}
              onClick={onChange}
              aria-busy={changing}
              className="text-sm aria-busy:opacity-60"
            >
              Change<span className="sr-only"> {seen.name}</span>
            </TextButton>
          )}
          {onEditExtras && (
            <TextButton onClick={onEditExtras} className="text-sm">
              Edit extras<span className="sr-only"> of {seen.name}</span>
            </TextButton>
          )}
        </div>
        <span className="relative isolate ml-auto text-xl">
          <Price amount={seen.total} className={gone ? 'line-through opacity-60' : ''} />
          <LiveMark
            name={seen.name}
            price={verdict.state === 'repriced' ? verdict.now.total : seen.total}
            available={!gone}
            own={String(seen.total)}
          />
        </span>
      </div>
      <LineChange {...props} />
    </li>
  )
}

/** The id of the button that changes a line, for moving the focus back to it. */
export function changeId(line: Cart.CartLine): string {
  return `change-${line.id}`
}

/** A changed price or availability (CART-11), which the customer has to settle before paying. */
function LineChange({ line, verdict, onRemove, onChange, onAccept, onGoWithout }: Props) {
  if (verdict.state === 'same') return null
  return (
    <div
      data-unsettled
      tabIndex={-1}
      className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-ground px-4 py-3"
    >
      {verdict.state === 'repriced' ? (
        <>
          <p>
            The price has changed:{' '}
            <del className="text-soft">
              <span className="sr-only">before </span>
              <Price amount={line.seen.total} />
            </del>{' '}
            <span aria-hidden="true">→</span>{' '}
            <ins className="text-promise no-underline">
              <span className="sr-only">now </span>
              <Price amount={verdict.now.total} className="text-lg" />
            </ins>
          </p>
          <Button look="secondary" className="min-h-11" onClick={() => onAccept(verdict.now)}>
            OK<span className="sr-only">, take {line.seen.name} at the new price</span>
          </Button>
        </>
      ) : (
        <>
          <p className="font-semibold text-alarm">{verdict.problem.detail}</p>
          <div className="flex flex-wrap gap-2">
            {onGoWithout ? (
              <Button look="secondary" className="min-h-11" onClick={onGoWithout}>
                Go without
              </Button>
            ) : (
              onChange && (
                <Button look="secondary" className="min-h-11" onClick={onChange}>
                  Choose again<span className="sr-only"> for {line.seen.name}</span>
                </Button>
              )
            )}
            <Button look="danger" className="min-h-11" onClick={onRemove}>
              Remove
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function BinIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 7h16M10 11v6M14 11v6M9 7V4h6v3M6 7l1 13h10l1-13" />
    </svg>
  )
}
