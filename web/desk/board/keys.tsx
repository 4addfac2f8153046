import { useEffect, useEffectEvent } from 'react'
import { usePersisted } from '#web/data/storage/persisted.ts'
import { openerOf, shownCards } from '#web/desk/orders/card-focus.ts'
import { undoLast } from '#web/desk/orders/order-actions.ts'
import { letterKeys } from '#web/staff/letter-keys.ts'
import { CheckRow } from '#web/ui/forms/option-row.tsx'

type Keys = {
  readonly opened: string | undefined
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  readonly onSearch: () => void
}

/** Handles the keys of the desk, except while a person types or a sheet or menu is open. */
export function useKeys({ opened, onOpen, onClose, onSearch }: Keys): void {
  const isOn = usePersisted(letterKeys)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (document.querySelector('dialog[open], nav:popover-open')) return
    const on = event.target instanceof Element ? event.target : null
    const isTyping = on?.matches('input, select, textarea')
    if (event.key === 'Escape' && opened !== undefined && !isTyping) onClose()
    // Ignore a repeated key: the Enter that opened the order from its card may still be held down.
    else if (event.key === 'Enter' && !event.repeat && !isTyping && !on?.closest('a, button, summary')) pressMain(event)
    else if (isOn && !isTyping && act(event.key.toLowerCase())) event.preventDefault()
  })

  /**
   * Presses the main action. Stops the key's default, which would also press the first button of a sheet that the
   * action opens.
   */
  function pressMain(event: KeyboardEvent) {
    const main = document.querySelector<HTMLElement>('[data-panel] [data-main]')
    if (!main) return
    event.preventDefault()
    main.click()
  }

  function act(key: string): boolean {
    const focused = document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card
    const current = opened ?? focused
    switch (key) {
      case '/':
        onSearch()
        return true
      case 'j':
      case 'k':
        move(current, key === 'j' ? 1 : -1)
        return true
      case 'u':
        undoLast()
        return true
      case 'c':
      case 'p': {
        if (current === undefined) return false
        onOpen(current)
        const target = key === 'c' ? 'a[href^="tel:"]' : '[data-print]'
        // Wait for the next frame, in which the panel has been rendered.
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-panel] ${target}`)?.click())
        return true
      }
      default: {
        const control = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
        control?.click()
        return control !== null
      }
    }
  }

  function move(current: string | undefined, by: 1 | -1) {
    const cards = shownCards()
    const place = cards.findIndex(({ dataset }) => dataset.card === current)
    const next = cards[place === -1 ? 0 : Math.min(cards.length - 1, Math.max(0, place + by))]
    const id = next?.dataset.card
    if (!next || id === undefined) return
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (opened !== undefined) onOpen(id)
    else openerOf(next)?.focus({ preventScroll: true })
  }

  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const meanings = [
  ['/', 'Search by code, name or phone'],
  ['J', 'Next order'],
  ['K', 'Previous order'],
  ['Enter', 'Open the order; again: its main action'],
  ['C', 'Call the customer'],
  ['P', 'Print a ticket'],
  ['U', 'Undo'],
  ['A', 'Acknowledge all new orders'],
  ['N', 'New order'],
  ['S', 'Statement'],
  ['M', 'More'],
  ['Esc', 'Close the order'],
  ['?', 'These keys'],
] as const

export function KeysPanel() {
  const isOn = usePersisted(letterKeys)
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {meanings.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-8 place-items-center rounded-lg border border-edge px-2 font-sans font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <CheckRow
        label="Use single-letter keys on this device"
        checked={isOn}
        onChange={(event) => letterKeys.set(() => event.target.checked)}
      />
    </div>
  )
}
