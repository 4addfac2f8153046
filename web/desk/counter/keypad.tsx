import { useEffect, useEffectEvent } from 'react'
import { letterKeys } from '#web/staff/letter-keys.ts'
import { continueToPayment } from './counter-panel.tsx'

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

type Props = {
  readonly portions: number
  readonly onPortions: (portions: number) => void
  readonly onLast: (by: 1 | -1) => void
}

/**
 * Sets the portions of the next dish, by touch or by number keys. Outside of fields, a letter starts the search. + and
 * − change the last line, and F2 continues to payment.
 */
export function Keypad({ portions, onPortions, onLast }: Props) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
    if (event.key === 'F2') {
      event.preventDefault()
      if (!event.repeat) continueToPayment()
      return
    }
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
    const isEmptySearch =
      event.target instanceof HTMLInputElement && event.target.type === 'search' && event.target.value === ''
    const by = event.key === '+' ? 1 : event.key === '-' ? -1 : undefined
    if (by && (!isTyping || isEmptySearch)) {
      event.preventDefault()
      return onLast(by)
    }
    if (isTyping) return
    if (/^[1-9]$/.test(event.key)) onPortions(Number(event.key))
    // Focus the search field during the key press, so that the letter is typed into it.
    else if (letterKeys.get() && /^\p{Letter}$/u.test(event.key))
      document.querySelector<HTMLElement>('input[type=search]')?.focus()
  })

  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <fieldset className="grid grid-cols-9 gap-1 lg:flex lg:items-center lg:gap-1.5">
      <legend className="sr-only">Portions of the next dish</legend>
      <span aria-hidden="true" className="mr-1.5 font-semibold text-sm max-lg:hidden">
        Portions
      </span>
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          aria-pressed={digit === portions}
          onClick={() => onPortions(digit)}
          className={`figures min-h-11 min-w-0 rounded-control font-semibold max-sm:text-sm lg:size-11 ${
            digit === portions ? 'bg-text text-ground' : 'bg-raise2 text-soft hover:text-text'
          }`}
        >
          {digit}
          <span aria-hidden="true" className="lg:hidden">
            ×
          </span>
        </button>
      ))}
    </fieldset>
  )
}
