import { useEffect, useState } from 'react'
import { letterKeys } from '#web/staff/letter-keys.ts'
import { numbersFor } from './cooking.ts'

/**
 * Handles the kitchen's keys: 1 presses the action of ticket 1, Shift+1 opens its sold-out form, 0 recalls the last
 * ready order, and A acknowledges. An order keeps its number while other orders come and go.
 */
export function useNumberKeys(ids: readonly string[]): ReadonlyMap<string, number> {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, number>>(new Map())
  const now = numbersFor(numbers, ids)
  if (now !== numbers) setNumbers(now)

  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return now
}

function press(event: KeyboardEvent): void {
  const figure = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
  const isAcknowledging = letterKeys.get() && event.key.toLowerCase() === 'a'
  if (figure === undefined && !isAcknowledging) return
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.matches('input, select, textarea')) return
  if (document.querySelector('dialog[open], nav:popover-open')) return
  const selector = isAcknowledging
    ? '[data-key="a"]'
    : figure === '0'
      ? '[data-recall]'
      : `[data-ticket-number="${figure}"] ${event.shiftKey ? '[data-sold-out]' : '[data-bump]'}`
  const control = document.querySelector<HTMLElement>(selector)
  if (!control) return
  event.preventDefault()
  control.click()
}
