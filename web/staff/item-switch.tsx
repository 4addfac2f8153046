import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { ItemChange } from '#contract/menu/menu.ts'
import { liveItems } from '#web/data/api/live-items.ts'
import { mergeIntoMenus } from '#web/data/api/queries.ts'
import { invalidate } from '#web/data/api/query.ts'
import { useCallOnce } from '#web/data/outbox/call-once.ts'
import { toastFailed } from '#web/data/toast.ts'

/**
 * Returns a function that changes a dish of the published menu. The page shows the answer immediately, before the live
 * event with the same change arrives.
 */
export function useItemChange(id: string) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return async (body: ItemChange) => {
    liveItems.add(await callOnce('PATCH /api/menu-items/:id', { params: { id }, body }))
    mergeIntoMenus(client)
    await invalidate(client, 'GET /api/desk/dish-limits')
  }
}

type Props = {
  readonly id: string
  readonly isAvailable: boolean
  readonly words: readonly [on: string, off: string]
  readonly className: string
  readonly children: ReactNode
}

export function ItemSwitch({ id, isAvailable, words: [on, off], className, children }: Props) {
  const change = useItemChange(id)
  const [busy, setBusy] = useState(false)
  const last = useRef(Promise.resolve())

  /**
   * Sends one request at a time. A live event may show a change before the request's answer arrives, and the person may
   * then press again.
   */
  function toggle() {
    const sent = last.current
      .then(() => change({ isAvailable: !isAvailable }))
      .catch((error) => void toastFailed(error))
    last.current = sent
    setBusy(true)
    void sent.then(() => setBusy(last.current !== sent))
  }

  return (
    <label className={className}>
      {children}
      <span aria-hidden="true" className={`text-sm ${isAvailable ? 'text-leaf' : 'font-semibold text-alarm'}`}>
        {busy ? '…' : isAvailable ? on : off}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isAvailable}
        checked={isAvailable}
        aria-busy={busy || undefined}
        onChange={toggle}
        className="relative h-7 w-12 shrink-0 appearance-none rounded-full bg-soft transition-colors before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-raise before:transition-transform checked:bg-leaf checked:before:translate-x-5 forced-colors:appearance-auto"
      />
    </label>
  )
}
