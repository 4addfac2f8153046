import { useSyncExternalStore } from 'react'

export type Toast = { readonly id: number; readonly text: string; readonly kind: 'good' | 'bad' | 'plain' }

/** FRAME-3, in milliseconds. */
export const toastTime = { standard: 1500, longer: 2500, added: 3000, addedShort: 2000 } as const

const none: readonly Toast[] = []
let toasts = none
let last = 0
const listeners = new Set<() => void>()

/** Says something in passing. Whoever needs more time than `duration` gives finds the fact on the page itself. */
export function toast(
  text: string,
  { kind = 'plain', duration = toastTime.standard }: { kind?: Toast['kind']; duration?: number } = {},
): void {
  last += 1
  const id = last
  update([...toasts.slice(-2), { id, text, kind }])
  setTimeout(() => update(toasts.filter((toast) => toast.id !== id)), duration)
}

export function ToastArea() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2"
    >
      {shown.map(({ id, text, kind }) => (
        <p
          key={id}
          className={`rounded-control px-4 py-3 font-semibold shadow-card ${
            kind === 'good' ? 'bg-leaf text-ground' : kind === 'bad' ? 'bg-alarm text-ground' : 'bg-text text-ground'
          }`}
        >
          {text}
        </p>
      ))}
    </div>
  )
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
