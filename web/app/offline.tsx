import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { retryImport } from '#web/app/start-up/retry-import.ts'
import { useOffline } from '#web/data/api/network.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { sessionHint } from '#web/data/api/session-hint.ts'
import { cacheAnswers } from '#web/data/cache/answers.ts'
import { reloadOnce, watchMissingParts } from '#web/data/missing-part.ts'
import { useDetailsOwner } from '#web/data/storage/details-owner.ts'
import { detailsStore } from '#web/data/storage/details-store.ts'
import { endingSession } from '#web/data/storage/ending-session.ts'
import { type NewVersion, watchVersions } from '#web/data/worker-registration.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Caches answers, registers the service worker and shows the notice of a new version. This code loads once the page can
 * be used.
 */
export function Offline() {
  const client = useQueryClient()
  const { path } = useNavigation()
  const offline = useOffline()
  const [version, setVersion] = useState<NewVersion>()
  const signedIn = useSignedIn()
  const { state } = signedIn
  useDetailsOwner(signedIn)
  useEffect(() => cacheAnswers(client), [client])
  useEffect(() => {
    // Without a session or a pending sign-out, the modules for signing out are not needed.
    if (!sessionHint() && !endingSession.get()) return
    // Load the module in advance, so that people can sign out offline.
    void retryImport(() => import('#web/data/api/session-writes.ts'))
    void retryImport(() => import('#web/data/end-session.ts')).then(({ endSession, forgetEnding }) => {
      // Check the cookie and not only `state`, which may still show a session that another tab has ended.
      if (sessionHint()) forgetEnding()
      else if (state === 'out' && !offline) endSession().catch(() => {})
    })
  }, [state, offline])
  useEffect(() => watchVersions(setVersion), [])

  const isPaying = path === '/payment' || path === '/checkout'
  const onOutdated = useEffectEvent(() => {
    // If a module is missing because the server has a new release, the pressed button has no effect, so reload the
    // page. Do not reload while a customer pays, or reads that the order is placed; offer the new version instead.
    const isOrdering = isPaying || path === '/orders' || detailsStore.get().placing !== ''
    if (isOrdering || !reloadOnce()) setVersion({ reload: () => location.reload() })
  })
  useEffect(() => watchMissingParts(() => onOutdated()), [])

  return (
    <div role="status" className="contents">
      {version && !isPaying && !offline && (
        <div className="fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md animate-arrive flex-wrap items-center justify-between gap-2 rounded-card border border-line bg-raise p-3 pl-4 shadow-card">
          <p className="font-semibold">A new version is ready.</p>
          <span className="flex gap-1">
            <Button variant="quiet" className="min-h-11 px-3" onClick={() => setVersion(undefined)}>
              Later
            </Button>
            <Button className="min-h-11" onClick={version.reload}>
              Reload
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}
