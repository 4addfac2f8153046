import { useSyncExternalStore } from 'react'

export type SignInMode = 'login' | 'signup' | 'reset' | 'guest'
type Panel = { readonly open: boolean; readonly mode: SignInMode }

const closed: Panel = { open: false, mode: 'login' }
let panel = closed
const listeners = new Set<() => void>()

export function useSignInPanel(): Panel {
  return useSyncExternalStore(
    subscribe,
    () => panel,
    () => closed,
  )
}

export function showSignIn(mode: SignInMode = 'login'): void {
  update({ open: true, mode })
}

export function hideSignIn(): void {
  update({ ...panel, open: false })
}

function update(next: Panel): void {
  panel = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
