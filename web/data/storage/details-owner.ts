import { useEffect } from 'react'
import type { SignedIn } from '#web/data/api/session.ts'
import { detailsStore } from './details-store.ts'
import { usePersisted } from './persisted.ts'

/**
 * Details typed before signing in become the account's. Details of another account are deleted as soon as its session
 * is known to be over, however it ended.
 */
export function useDetailsOwner(signedIn: SignedIn): void {
  const owner = usePersisted(detailsStore).account
  const account = signedIn.state === 'in' ? signedIn.user.id : signedIn.state === 'out' ? '' : owner
  useEffect(() => {
    if (account === owner) return
    detailsStore.set((details) => (details.account === '' ? { ...details, account } : detailsStore.initial))
  }, [account, owner])
}
