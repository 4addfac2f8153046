type Action = { readonly label: string; readonly onPress: () => void }

export type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'good' | 'bad' | 'plain'
  readonly action: Action | undefined
}

/** FRAME-3, in milliseconds. */
export const toastTime = { standard: 1500, longer: 2500, added: 3000, addedShort: 2000 } as const

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/**
 * Shows a short message for `duration` milliseconds. Its content must also be visible on the page, and what its button does
 * possible there. Returns its id, for `dismiss`.
 */
export function toast(
  text: string,
  {
    kind = 'plain',
    duration = toastTime.standard,
    action,
  }: { kind?: Toast['kind']; duration?: number; action?: Action } = {},
): number {
  last += 1
  const id = last
  update([...toasts.slice(-2), { id, text, kind, action }])
  setTimeout(() => dismiss(id), duration)
  return id
}

/** The toasts that are shown, for `ToastArea`. */
export function shownToasts(): readonly Toast[] {
  return toasts
}

export function dismiss(id: number): void {
  update(toasts.filter((toast) => toast.id !== id))
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
