import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'
import { setUnreachable } from '#web/data/api/network.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { sessionHint } from '#web/data/api/session-hint.ts'
import type { Status } from '#web/data/live/machine.ts'
import type { Updates } from '#web/data/live/updates.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'

type Connection = { readonly status: Status | undefined; readonly waiting: string }

const Context = createContext<Connection>({ status: undefined, waiting: '' })

/**
 * Applies live events to the pages inside. `since` is the cursor of the page's data. Puts a `LiveNotice` at the top of
 * staff screens; the customers' frame contains a notice of its own.
 */
export function LiveUpdates({ since, children }: { since: string; children: ReactNode }) {
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const { page } = useNavigation()
  const [status, setStatus] = useState<Status>()
  const [waiting, setWaiting] = useState('')
  const [connection, setConnection] = useState<Updates>()
  const user = signedIn.state === 'in' ? signedIn.user : undefined
  useEffect(() => {
    if (status && status !== 'connecting') setUnreachable(status === 'offline')
  }, [status])

  useEffect(() => {
    let opened: Updates | undefined
    let gone = false
    afterFirstPaint(() => import('#web/data/live/updates.ts')).then(({ openUpdates }) => {
      if (gone) return
      opened = openUpdates({ client, since, onStatus: setStatus, onWaiting: setWaiting })
      setConnection(opened)
    })
    return () => {
      gone = true
      opened?.close()
    }
  }, [client, since])

  // If another tab has signed out, the cookie is gone, but a component notices that only at its next render. Changing
  // the session's answer renders all components that use it.
  useEffect(() => {
    if (signedIn.state === 'out' && !sessionHint()) setAnswer(client, 'GET /api/session', () => ({ user: null }))
  }, [client, signedIn.state])

  const onConsole = page.frame === 'console'
  const { id, role } = user ?? {}
  useEffect(() => {
    connection?.follow(id && role ? { id, role } : undefined, onConsole)
  }, [connection, id, role, onConsole])

  const shown = useMemo(() => ({ status, waiting }), [status, waiting])
  return (
    <Context value={shown}>
      {onConsole && <LiveNotice className="fixed inset-x-0 top-0 z-50" />}
      {children}
    </Context>
  )
}

export function LiveNotice({ className = '' }: { className?: string }) {
  const { page } = useNavigation()
  const { status, waiting } = use(Context)
  return (
    <div role="status" data-live={status} className={`pointer-events-none flex justify-center ${className}`}>
      {(status === 'offline' || waiting !== '') && (
        <p className="rounded-b-control bg-text px-4 py-2 font-semibold text-ground text-sm">
          {status === 'offline' &&
            `You are offline. This page may be out of date${page.frame === 'site' && cartStore.isKept() ? '; your cart is safe' : ''}. `}
          {waiting}
        </p>
      )}
    </div>
  )
}
