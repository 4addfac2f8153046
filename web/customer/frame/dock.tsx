import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { inquiryLink } from '#web/ui/chat.ts'
import { Icon } from '#web/ui/icon.tsx'

type Slot = ReturnType<typeof createSlot>

const Context = createContext<Slot | undefined>(undefined)

/** Returns a store for the content of the dock. The page sets the content, and the dock subscribes to it. */
function createSlot() {
  let action: ReactNode
  const listeners = new Set<() => void>()
  return {
    get: () => action,
    /**
     * Sets the action during the first render. React renders the page before the dock, so the action is already in the
     * server's HTML.
     */
    begin(first: ReactNode) {
      action ??= first
    },
    set(next: ReactNode) {
      action = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The parent of a page and its `Dock`, so that the page can set the content of the dock. */
export function DockProvider({ children }: { children: ReactNode }) {
  const [slot] = useState(createSlot)
  return <Context value={slot}>{children}</Context>
}

/**
 * Shows the page's main action in the dock of a narrow screen; on a wide screen the page itself shows the action. Keep
 * this component outside of Suspense: the content of Suspense is hydrated after the dock, so the dock would lack the
 * action that its server HTML has. A submit button in the dock is outside of its form, so it needs the attribute
 * `form`.
 */
export function DockAction({ children }: { children: ReactNode }) {
  const slot = use(Context)
  useState(() => slot?.begin(children))
  useLayoutEffect(() => slot?.set(children))
  useLayoutEffect(() => () => slot?.set(undefined), [slot])
  return null
}

/**
 * FRAME-4: the chat, beside the page's action on a narrow screen, or alone in the corner of a wide screen. The dock
 * follows the page and sticks to the bottom of the screen, so it covers nothing at the page's end. The farm's page has
 * its own chat buttons.
 */
export function Dock() {
  const { data: site } = useQuery(queries.site())
  const { path } = useNavigation()
  const slot = use(Context) as Slot
  const action = useSyncExternalStore(slot.subscribe, slot.get, slot.get)
  const chat = site && path !== '/farm' && (
    <a
      href={inquiryLink(site)}
      target="_blank"
      rel="noreferrer"
      aria-label="Chat with us on WhatsApp"
      className="pointer-events-auto grid size-[52px] shrink-0 place-items-center rounded-control bg-raise2 shadow-card hover:brightness-105 lg:rounded-full lg:bg-leaf lg:text-on-leaf"
    >
      <Icon name="chat" className="size-[24px]" />
    </a>
  )
  if (!chat && !action) return null
  return (
    <aside
      aria-label="Chat and next step"
      className="dock-ground pointer-events-none z-20 lg:fixed lg:right-[12px] lg:bottom-5 lg:bg-none lg:p-0 print:hidden"
    >
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        {chat}
        {action && <div className="pointer-events-auto min-w-0 flex-1 lg:hidden">{action}</div>}
      </div>
    </aside>
  )
}
