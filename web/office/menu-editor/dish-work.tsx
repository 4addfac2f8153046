import { useState } from 'react'
import { Summary } from '#web/staff/summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import type { Dish } from './menu-draft.ts'

type Props = { readonly dish: Dish; readonly onDish: (change: (dish: Dish) => Dish) => void }

/**
 * Fields for the minutes of work on a dish, for how long before it must be ordered, and for a task to do before an
 * order for later is started.
 */
export function DishWork({ dish: { work, notice, prep }, onDish }: Props) {
  const [task, setTask] = useState(prep?.task ?? '')
  const [ahead, setAhead] = useState(String(prep?.ahead ?? ''))

  function setPrep(task: string, ahead: string) {
    setTask(task)
    setAhead(ahead)
    const minutes = typedAmount(ahead)
    onDish(({ prep: _, ...old }) =>
      task.trim() !== '' && minutes ? { ...old, prep: { task: task.trim(), ahead: minutes } } : old,
    )
  }

  return (
    <details className="rounded-control border border-line px-4">
      <Summary className="min-h-12">
        Kitchen time{' '}
        <span className="ml-2 font-normal text-soft text-sm">
          {[
            work && `${work} min of work`,
            notice && `${notice} min of notice`,
            prep && `${prep.task} ${prep.ahead} min before`,
          ]
            .filter(Boolean)
            .join(', ') || 'as usual'}
        </span>
      </Summary>
      <div className="grid gap-4 pb-4 sm:grid-cols-2">
        <Minutes
          label="Minutes of work for a portion"
          hint="Empty: five, what the capacity counts for one dish."
          value={work}
          onValue={(work) => onDish(({ work: _, ...old }) => (work ? { ...old, work } : old))}
        />
        <Minutes
          label="Minutes of notice"
          hint="Customers must order this long ahead, and never for now."
          value={notice}
          onValue={(notice) => onDish(({ notice: _, ...old }) => (notice ? { ...old, notice } : old))}
        />
        <Field
          label="To do before, for orders for later"
          placeholder="Thaw"
          maxLength={40}
          autoComplete="off"
          value={task}
          onChange={({ target }) => setPrep(target.value, ahead)}
        />
        <Field
          label="Minutes before the start"
          placeholder="120"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          value={ahead}
          onChange={({ target }) => setPrep(task, target.value)}
          error={task.trim() !== '' && !typedAmount(ahead) ? 'Please enter whole minutes.' : undefined}
        />
      </div>
    </details>
  )
}

type MinutesProps = {
  readonly label: string
  readonly hint: string
  readonly value: number | undefined
  readonly onValue: (minutes: number | undefined) => void
}

/** A field for a whole number of minutes. It may be empty. Invalid text stays in the field and changes nothing. */
function Minutes({ label, hint, value, onValue }: MinutesProps) {
  const [typed, setTyped] = useState(String(value ?? ''))
  const isWrong = typed.trim() !== '' && !typedAmount(typed)
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      value={typed}
      error={isWrong ? 'Please enter whole minutes.' : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        const minutes = typedAmount(target.value)
        if (minutes || target.value.trim() === '') onValue(minutes)
      }}
    />
  )
}
