import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Choice, type OptionGroup as Group, plainLabel } from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import { LiveMark } from '#web/orders/live-mark.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CheckRow, RadioRow } from '#web/ui/forms/option-row.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'

type Props = {
  readonly group: Group
  /** The current choices of the group. */
  readonly choices: readonly Choice[]
  /** Choice id -> quantity. */
  readonly chosen: Readonly<Record<string, number>>
  /** A quantity of 0 removes the choice. */
  readonly onChoose: (choiceId: string, quantity: number) => void
  readonly error: string | undefined
  /** True where an optional group begins folded, because a required one comes first. */
  readonly later: boolean
}

/**
 * One option group of a dish. After a choice it folds to a line once it is out of the way; an optional group may begin
 * folded.
 */
export function OptionGroup({ group, choices, chosen, onChoose, error, later }: Props) {
  const id = useId()
  const count = Object.keys(chosen).length
  const one = group.max === 1
  const required = group.min > 0
  // A preset is not the customer's choice: its group stays open and shows the other prices.
  const folds = one && required && group.preset === undefined && group.role !== 'size'
  const [folded, setFolded] = useState(folds ? count >= group.min : later && count === 0 && !required)
  const shut = folded && error === undefined && (!folds || count >= group.min)
  const box = useRef<HTMLFieldSetElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const tabbed = useRef(false)
  useFoldAbove(box, folds && count >= group.min && !folded, () => setFolded(true))
  useLayoutEffect(() => {
    // Move the focus, because the focused option is hidden now.
    if (shut && box.current?.contains(document.activeElement)) opener.current?.focus({ preventScroll: true })
  }, [shut])

  function open() {
    setFolded(false)
    tabbed.current = false
    requestAnimationFrame(() =>
      (
        box.current?.querySelector<HTMLElement>('input:checked') ??
        box.current?.querySelector<HTMLElement>('input:enabled')
      )?.focus({ preventScroll: true }),
    )
  }

  const cheapest = Math.min(...choices.filter(({ price }) => price > 0).map(({ price }) => price))
  const names = choices.filter((choice) => chosen[choice.id] !== undefined).map(({ name }) => name)
  return (
    <fieldset
      ref={box}
      data-field={group.id}
      aria-labelledby={`${id}-label ${id}-state`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onPointerDown={() => {
        tabbed.current = false
      }}
      onKeyDown={({ key }) => {
        tabbed.current = key === 'Tab'
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Wait during a press elsewhere, whose target would move under the finger.
        if (folds && tabbed.current && count >= group.min && !currentTarget.contains(relatedTarget)) setFolded(true)
      }}
      className={`-mx-5 min-w-0 border-line border-t px-5 ${shut ? 'py-1' : 'pt-3.5 pb-4'} ${error === undefined ? '' : 'bg-wash-alarm'}`}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        <span id={`${id}-label`} className="font-bold font-display text-dish">
          {group.label}
        </span>
        {shut && folds ? (
          <>
            <span id={`${id}-state`} className="min-w-0 flex-1 text-control text-soft">
              {names.join(', ')}
              {group.pricing === 'free' && ', free'}
            </span>
            <button ref={opener} type="button" onClick={open} className={`${textButtonClass} text-control`}>
              Change<span className="sr-only"> {plainLabel(group.label)}</span>
            </button>
          </>
        ) : (
          <>
            {group.pricing === 'free' && !/^free /i.test(group.label) && (
              <span className="text-control text-soft">free</span>
            )}
            {!required && cheapest < Infinity && shut && (
              <span className="text-control text-soft">from {Money.format(Money.naira(cheapest))}</span>
            )}
            {/* The folded group's button and price leave no room for the badge on a narrow screen. */}
            <span id={`${id}-state`} className={shut ? 'sr-only' : 'ml-auto'}>
              {required && count >= group.min ? (
                <Badge variant="done">
                  <Icon name="check" className="size-3.5" />
                  Chosen
                </Badge>
              ) : (
                <Badge variant={required ? 'promise' : 'plain'}>{wanted(group, choices.length)}</Badge>
              )}
            </span>
            {shut && (
              <button
                ref={opener}
                type="button"
                aria-expanded={false}
                onClick={open}
                aria-label={`Show ${plainLabel(group.label)}`}
                className="-mr-2 ml-auto grid size-11 place-items-center rounded-control"
              >
                <Icon name="chevron" />
              </button>
            )}
          </>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mb-2 font-semibold text-alarm">
          {error}
        </p>
      )}
      <div
        hidden={shut}
        className={one ? 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-2' : ''}
      >
        {choices.map((choice) => {
          const quantity = chosen[choice.id] ?? 0
          const name = group.naming?.replace('{name}', choice.name) ?? choice.name
          // A chosen option that became unavailable stays enabled: the customer has to change it, and it may have the
          // focus.
          const row = {
            label: choice.isAvailable ? name : <s>{name}</s>,
            checked: quantity > 0,
          } as const
          const isOff = !choice.isAvailable && quantity === 0
          const note = noteOf(group, choice)
          return one ? (
            <Box key={choice.id} available={choice.isAvailable}>
              <LiveMark name={name} price={choice.price} available={choice.isAvailable} />
              <RadioRow
                {...row}
                {...(note !== undefined && { hint: note })}
                name={id}
                disabled={isOff}
                onChange={() => onChoose(choice.id, 1)}
              />
            </Box>
          ) : (
            <div key={choice.id} className="relative isolate flex flex-wrap items-center gap-x-3">
              <LiveMark name={name} price={choice.price} available={choice.isAvailable} />
              <CheckRow
                {...row}
                {...(note !== undefined && { aside: note })}
                disabled={isOff || (quantity === 0 && count >= group.max)}
                onChange={(event) => onChoose(choice.id, event.target.checked ? 1 : 0)}
              />
              {choice.isAvailable && quantity > 0 && group.limit > 1 && (
                <Stepper
                  compact
                  value={quantity}
                  onChange={(quantity) => onChoose(choice.id, quantity)}
                  label={name}
                  most={group.limit}
                />
              )}
            </div>
          )
        })}
        {one && !required && (
          <Box available>
            <RadioRow
              label="As it comes"
              name={id}
              checked={count === 0}
              onChange={() => {
                for (const choice of Object.keys(chosen)) onChoose(choice, 0)
              }}
            />
          </Box>
        )}
      </div>
    </fieldset>
  )
}

/** Folds a group that was scrolled out above the screen, while the browser keeps the visible content in place. */
function useFoldAbove(box: RefObject<HTMLElement | null>, isDone: boolean, fold: () => void): void {
  const onAbove = useEffectEvent(fold)
  useEffect(() => {
    if (!isDone || !box.current || !CSS.supports('overflow-anchor', 'auto')) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting && entry.boundingClientRect.bottom < innerHeight / 2) onAbove()
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, isDone])
}

/** One of several choices, two to a row on a phone. */
function Box({ available, children }: { available: boolean; children: ReactNode }) {
  return (
    <div
      className={`relative isolate flex rounded-control px-2.5 text-control leading-tight has-checked:bg-wash-ember has-checked:ring-2 has-checked:ring-ember ${available ? 'bg-raise2' : 'ring-1 ring-line'}`}
    >
      {children}
    </div>
  )
}

/** The price of a choice, or that it is unavailable. Free choices say so once, on the group. */
function noteOf(group: Group, choice: Choice): ReactNode {
  if (!choice.isAvailable) return <span className="text-small text-soft">Not available</span>
  if (choice.price === 0) return undefined
  return (
    <span className="whitespace-nowrap text-text">
      {group.role !== 'size' && <span className="figures mr-0.5">+</span>}
      <Price amount={choice.price} />
    </span>
  )
}

/** States how many choices the group takes. */
function wanted({ min, max }: Group, offered: number): string {
  if (min === max) return `Choose ${min}`
  if (min > 0) return max < offered ? `Choose ${min} to ${max}` : `Choose at least ${min}`
  return max > 1 && max < offered ? `Up to ${max}` : 'Optional'
}
