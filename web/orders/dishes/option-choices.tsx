import type { ReactNode } from 'react'
import type { Choice, OptionGroup as Group } from '#domain/menu/menu.ts'
import { LiveMark } from '#web/orders/live-mark.tsx'
import { CheckRow, RadioRow } from '#web/ui/forms/option-row.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

export type ChoicesProps = {
  readonly group: Group
  readonly choices: readonly Choice[]
  /** The quantity of each chosen choice, by the id of the choice. */
  readonly chosen: Readonly<Record<string, number>>
  /** A quantity of 0 removes the choice. */
  readonly onChoose: (choiceId: string, quantity: number) => void
}

export function Choices({
  group,
  choices,
  chosen,
  onChoose,
  name,
  isHidden,
}: ChoicesProps & { name: string; isHidden: boolean }) {
  const count = Object.keys(chosen).length
  if (group.max === 1) {
    return (
      <div hidden={isHidden} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-2">
        {choices.map((choice) => (
          <OneOfSeveral key={choice.id} {...{ group, choice, chosen, onChoose, name }} />
        ))}
        {group.min === 0 && (
          <Box available>
            <RadioRow
              label="As it comes"
              name={name}
              checked={count === 0}
              onChange={() => {
                for (const choice of Object.keys(chosen)) onChoose(choice, 0)
              }}
            />
          </Box>
        )}
      </div>
    )
  }
  return (
    <div hidden={isHidden}>
      {choices.map((choice) => (
        <SomeOfSeveral key={choice.id} {...{ group, choice, chosen, onChoose }} isFull={count >= group.max} />
      ))}
    </div>
  )
}

type ChoiceProps = Omit<ChoicesProps, 'choices'> & { readonly choice: Choice }

function OneOfSeveral({ group, choice, chosen, onChoose, name }: ChoiceProps & { name: string }) {
  const { id, price, isAvailable } = choice
  const { row, isOff, note } = rowOf(group, choice, chosen)
  return (
    <Box available={isAvailable}>
      <LiveMark name={nameOf(group, choice)} price={price} available={isAvailable} />
      <RadioRow
        {...row}
        {...(note !== undefined && { hint: note })}
        name={name}
        disabled={isOff}
        onChange={() => onChoose(id, 1)}
      />
    </Box>
  )
}

function SomeOfSeveral({ group, choice, chosen, onChoose, isFull }: ChoiceProps & { isFull: boolean }) {
  const { id, price, isAvailable } = choice
  const { row, isOff, note, quantity } = rowOf(group, choice, chosen)
  const name = nameOf(group, choice)
  return (
    <div className="relative isolate flex flex-wrap items-center gap-x-3">
      <LiveMark name={name} price={price} available={isAvailable} />
      <CheckRow
        {...row}
        {...(note !== undefined && { aside: note })}
        disabled={isOff || (quantity === 0 && isFull)}
        onChange={(event) => onChoose(id, event.target.checked ? 1 : 0)}
      />
      {isAvailable && quantity > 0 && group.limit > 1 && (
        <Stepper
          compact
          value={quantity}
          onChange={(quantity) => onChoose(id, quantity)}
          label={name}
          most={group.limit}
        />
      )}
    </div>
  )
}

function nameOf({ naming }: Group, { name }: Choice): string {
  return naming?.replace('{name}', name) ?? name
}

function rowOf(group: Group, choice: Choice, chosen: ChoicesProps['chosen']) {
  const name = nameOf(group, choice)
  const quantity = chosen[choice.id] ?? 0
  return {
    quantity,
    note: noteOf(group, choice),
    row: { label: choice.isAvailable ? name : <s>{name}</s>, checked: quantity > 0 },
    // A chosen option that became unavailable stays enabled: the customer has to deselect the option, which may have
    // the focus.
    isOff: !choice.isAvailable && quantity === 0,
  }
}

/** The frame of one choice; a phone shows two in a row. */
function Box({ available, children }: { available: boolean; children: ReactNode }) {
  return (
    <div
      className={`relative isolate flex rounded-control px-2.5 text-control leading-tight has-checked:bg-wash-ember has-checked:ring-2 has-checked:ring-ember ${available ? 'bg-raise2' : 'ring-1 ring-line'}`}
    >
      {children}
    </div>
  )
}

/** Returns the price of a choice, or the note that it is unavailable. The group's heading says if choices are free. */
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
