import { sentence } from './api/client.ts'

type Action = { readonly label: string; readonly onPress: () => void }

export type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'good' | 'bad' | 'plain'
  readonly action: Action | undefined
}

/** The durations of FRAME-3 in milliseconds. */
export const toastTime = { standard: 1500, longer: 2500, longest: 3000, addedShort: 2000 } as const

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/**
 * Shows a short message. A toast disappears, so its information and its button's action must also be available on the
 * page. Returns the id for `dismiss`.
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

export function toastDone(text: string, action?: Action): number {
  return toast(text, { kind: 'good', duration: toastTime.longer, ...(action && { action }) })
}

export function toastNotice(text: string): number {
  return toast(text, { duration: toastTime.longest })
}

/**
 * Shows a failure: a text, or the sentence of an error. `unanswered` is the sentence for a request that got no answer.
 */
export function toastFailed(failure: unknown, unanswered?: string): number {
  const isText = typeof failure === 'string'
  const text = isText ? failure : sentence(failure, unanswered)
  return toast(text, { kind: 'bad', duration: isText ? toastTime.longer : toastTime.longest })
}

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
