import { useId } from 'react'
import type { Choice, OptionGroup as Group } from '#domain/menu.ts'
import * as Money from '#domain/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CheckRow, RadioRow } from '#web/ui/forms/option-row.tsx'
import { LiveMark } from '#web/ui/order/live-mark.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

type Props = {
  readonly group: Group
  /** The current choices of the group. */
  readonly choices: readonly Choice[]
  /** Choice id -> quantity. */
  readonly chosen: Readonly<Record<string, number>>
  /** A quantity of 0 removes the choice. */
  readonly onChoose: (choiceId: string, quantity: number) => void
  readonly error: string | undefined
}

/** One option group of a dish. */
export function OptionGroup({ group, choices, chosen, onChoose, error }: Props) {
  const id = useId()
  const count = Object.keys(chosen).length
  const one = group.max === 1
  return (
    <fieldset
      data-field={group.id}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className="min-w-0 border-line border-t pt-4"
    >
      <legend className="contents">
        <span className="flex items-center justify-between gap-3">
          <span className="font-bold font-display text-lg">{group.label}</span>
          <Badge look={group.min > count ? 'promise' : 'plain'}>{wanted(group, choices.length)}</Badge>
        </span>
      </legend>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-semibold text-alarm">
          {error}
        </p>
      )}
      <div className="mt-1">
        {choices.map((choice) => {
          const quantity = chosen[choice.id] ?? 0
          const name = group.naming?.replace('{name}', choice.name) ?? choice.name
          const row = {
            label: choice.available ? name : <s>{name}</s>,
            aside: <Aside group={group} choice={choice} />,
            checked: quantity > 0,
          } as const
          // A chosen option that became unavailable stays enabled: it has to be changed, and may have the focus.
          const isOff = !choice.available && quantity === 0
          return (
            <div key={choice.id} className="relative isolate flex flex-wrap items-center gap-x-3">
              <LiveMark name={name} price={choice.price} available={choice.available} />
              {one ? (
                <RadioRow {...row} name={id} disabled={isOff} onChange={() => onChoose(choice.id, 1)} />
              ) : (
                <CheckRow
                  {...row}
                  disabled={isOff || (quantity === 0 && count >= group.max)}
                  onChange={(event) => onChoose(choice.id, event.target.checked ? 1 : 0)}
                />
              )}
              {!one && choice.available && quantity > 0 && group.limit > 1 && (
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
        {one && group.min === 0 && (
          <RadioRow
            label="As it comes"
            name={id}
            checked={count === 0}
            onChange={() => {
              for (const choice of Object.keys(chosen)) onChoose(choice, 0)
            }}
          />
        )}
      </div>
    </fieldset>
  )
}

function Aside({ group, choice }: { group: Group; choice: Choice }) {
  if (!choice.available) return <span className="text-sm text-soft">Not available</span>
  if (choice.price === 0) return group.pricing === 'free' ? <span className="text-leaf">Free</span> : null
  return (
    <span className="figures text-base">
      {group.role === 'size' ? '' : '+'}
      {Money.format(choice.price)}
    </span>
  )
}

/** How many choices the group takes. */
function wanted({ min, max }: Group, offered: number): string {
  if (min === max) return `Choose ${min}`
  if (min > 0) return max < offered ? `Choose ${min} to ${max}` : `Choose at least ${min}`
  return max > 1 && max < offered ? `Up to ${max}` : 'Optional'
}
