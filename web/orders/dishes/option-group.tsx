import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type Choice, type OptionGroup as Group, plainLabel } from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import { prefersReducedMotion } from '#web/app/navigation/preferences.ts'
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
  /** Whether an optional group begins folded, because something else has to be chosen first. */
  readonly later: boolean
  /** Called after the group has folded under a finger: the focus goes to what is to be chosen next. */
  readonly onFolded: (fold: HTMLElement | null) => void
}

/** Milliseconds in which a choice is seen before its group folds. */
const seenFor = 350

/** One option group of a dish. It folds to a line once it is chosen; what is optional may begin so. */
export function OptionGroup({ group, choices, chosen, onChoose, error, later, onFolded }: Props) {
  const id = useId()
  const count = Object.keys(chosen).length
  const one = group.max === 1
  const required = group.min > 0
  // A preset is no choice of the customer's: its group stays open, with the prices of the others in sight.
  const folds = one && required && group.preset === undefined && group.role !== 'size'
  const [folded, setFolded] = useState(folds ? count >= group.min : later && count === 0 && !required)
  const shut = folded && error === undefined && (!folds || count >= group.min)
  const box = useRef<HTMLFieldSetElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  const tabbed = useRef(false)
  const callOffFold = useRef(() => {})
  useEffect(() => () => callOffFold.current(), [])
  // Counts how often a finger has folded the group.
  const [turn, setTurn] = useState(0)
  const tell = useEffectEvent(() => onFolded(opener.current))
  useEffect(() => {
    if (turn > 0) tell()
  }, [turn])

  function choose(choiceId: string, quantity: number) {
    onChoose(choiceId, quantity)
    // With the keyboard the arrows go through the choices: the group then folds when the focus leaves it.
    if (!folds || !pressed.current) return
    callOffFold.current()
    callOffFold.current = afterPresses(prefersReducedMotion() ? 0 : seenFor, () => {
      setFolded(true)
      setTurn((turn) => turn + 1)
    })
  }

  function open() {
    callOffFold.current()
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
        pressed.current = true
      }}
      onKeyDown={({ key }) => {
        pressed.current = false
        tabbed.current = key === 'Tab'
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Not after a press elsewhere, whose target would move under the finger.
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
            {/* Folded, what opens it and its price leave a narrow screen no room for the badge. */}
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
          // A chosen option that became unavailable stays enabled: it has to be changed, and may have the focus.
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
                onChange={() => choose(choice.id, 1)}
              />
            </Box>
          ) : (
            <div key={choice.id} className="relative isolate flex flex-wrap items-center gap-x-3">
              <LiveMark name={name} price={choice.price} available={choice.isAvailable} />
              <CheckRow
                {...row}
                {...(note !== undefined && { aside: note })}
                disabled={isOff || (quantity === 0 && count >= group.max)}
                onChange={(event) => choose(choice.id, event.target.checked ? 1 : 0)}
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

/**
 * Acts after these milliseconds, and not before `seenFor` after the end of a press that begins meanwhile: what is pressed must
 * not move away before it is let go. Returns what calls it off.
 */
function afterPresses(milliseconds: number, act: () => void): () => void {
  const done = new AbortController()
  let timer = 0
  const hold = () => clearTimeout(timer)
  const callOff = () => {
    hold()
    done.abort()
  }
  const wait = (milliseconds: number) => {
    hold()
    timer = window.setTimeout(() => {
      callOff()
      act()
    }, milliseconds)
  }
  wait(milliseconds)
  const options = { capture: true, signal: done.signal }
  document.addEventListener('pointerdown', hold, options)
  for (const letGo of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(letGo, () => wait(seenFor), options)
  }
  return callOff
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

/** The price of a choice, or that it cannot be had. What is free says so once, on the group. */
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

/** How many choices the group takes. */
function wanted({ min, max }: Group, offered: number): string {
  if (min === max) return `Choose ${min}`
  if (min > 0) return max < offered ? `Choose ${min} to ${max}` : `Choose at least ${min}`
  return max > 1 && max < offered ? `Up to ${max}` : 'Optional'
}
