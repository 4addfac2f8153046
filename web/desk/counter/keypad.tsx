import { useEffect, useEffectEvent } from 'react'
import { letterKeys } from '#web/staff/letter-keys.ts'

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** The quantity of the next dish, by touch or by number keys outside of fields. A letter starts the search. */
export function Keypad({ portions, onPortions }: { portions: number; onPortions: (portions: number) => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
    if (isTyping || document.querySelector('dialog[open]')) return
    if (/^[1-9]$/.test(event.key)) onPortions(Number(event.key))
    // The search field has the focus by then and takes the letter.
    else if (letterKeys.get() && /^\p{Letter}$/u.test(event.key))
      document.querySelector<HTMLElement>('input[type=search]')?.focus()
  })

  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <fieldset className="mt-3 grid grid-cols-9 gap-1">
      <legend className="mb-1.5 font-semibold text-sm">Portions of the next dish</legend>
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          aria-pressed={digit === portions}
          onClick={() => onPortions(digit)}
          className={`figures min-h-11 min-w-0 rounded-control font-semibold ${
            digit === portions ? 'bg-text text-ground' : 'bg-raise2 text-soft hover:text-text'
          }`}
        >
          {digit}
        </button>
      ))}
    </fieldset>
  )
}
