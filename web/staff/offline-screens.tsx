import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { EndpointName } from '#contract/endpoints.ts'
import type { User } from '#contract/session.ts'
import { isOneOf, type Screen, screens } from '#domain/restaurant/policy.ts'
import { pageOf } from '#web/app/navigation/pages.ts'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'
import { useOffline } from '#web/data/api/network.ts'
import { queries } from '#web/data/api/queries.ts'
import { keyOf } from '#web/data/api/query.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** The endpoint whose answer each screen shows. */
const boards: Readonly<Partial<Record<Screen, EndpointName>>> = {
  '/desk': 'GET /api/desk/orders',
  '/kitchen': 'GET /api/desk/orders',
  '/rider': 'GET /api/deliveries',
}

/** Loads the data and modules of a staff member's other screens, so that these open offline. */
export function useOfflineScreens(user: User | undefined): void {
  const client = useQueryClient()
  const role = user?.role
  useEffect(() => {
    if (role === undefined) return
    void afterFirstPaint(async () => {
      for (const [path, roles] of Object.entries(screens)) {
        // The office works online only.
        if (!path.startsWith('/office') && path !== '/setup' && isOneOf(role, roles))
          await pageOf(path)
            .then(({ page }) => page.load())
            .catch(() => {})
      }
      if (!isOneOf(role, screens['/desk/new'])) return
      await Promise.all([client.prefetchQuery(queries.wholeMenu()), client.prefetchQuery(queries.locations())])
    })
  }, [role, client])
}

export function BoardAge({ screen }: { screen: Screen }) {
  const offline = useOffline()
  const name = boards[screen]
  return offline && name !== undefined ? <Age name={name} /> : null
}

function Age({ name }: { name: EndpointName }) {
  const client = useQueryClient()
  const [cutAt] = useState(() => Date.now())
  const cache = client.getQueryCache()
  const at = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => Math.max(0, ...cache.findAll({ queryKey: keyOf(name) }).map(({ state }) => state.dataUpdatedAt)),
  )
  const notice = document.querySelector('[data-live]')
  if (at === 0 || !notice) return null
  // If the board's answer is older than this page, the board comes from the cache: show the age of the answer.
  // Otherwise live events updated the board until the network was lost: show that time.
  const shown = at < performance.timeOrigin ? at : cutAt
  return createPortal(
    // At the foot of a phone's screen, because the notice at the top leaves no room.
    <p className="mx-1.5 mt-1.5 self-start rounded-control bg-plantain px-3 py-1 font-semibold text-on-plantain text-sm max-sm:fixed max-sm:bottom-2">
      The board is of <span className="figures">{clock(new Date(shown).toISOString())}</span>.
    </p>,
    notice,
  )
}
