import { useEffect } from 'react'
import type { SignedIn } from '#web/data/api/session.ts'
import { clearDetails, detailsStore } from './details-store.ts'
import { usePersisted } from './persisted.ts'

/**
 * Assigns the details that were typed before signing in to the account that signs in. Deletes an account's details once
 * its session has ended.
 */
export function useDetailsOwner(signedIn: SignedIn): void {
  const owner = usePersisted(detailsStore).account
  const account = signedIn.state === 'in' ? signedIn.user.id : signedIn.state === 'out' ? '' : owner
  useEffect(() => {
    if (account === owner) return
    detailsStore.set((details) => (details.account === '' ? { ...details, account } : clearDetails(details)))
  }, [account, owner])
}
