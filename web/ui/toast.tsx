import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'

type Action = { readonly label: string; readonly onPress: () => void }

export type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'good' | 'bad' | 'plain'
  readonly action: Action | undefined
}

/** FRAME-3, in milliseconds. */
export const toastTime = { standard: 1500, longer: 2500, added: 3000, addedShort: 2000 } as const

const none: readonly Toast[] = []
let toasts = none
let last = 0
const listeners = new Set<() => void>()

/**
 * Shows a short message for `duration` milliseconds. Its content must also be visible on the page, and what its button does
 * possible there.
 */
export function toast(
  text: string,
  {
    kind = 'plain',
    duration = toastTime.standard,
    action,
  }: { kind?: Toast['kind']; duration?: number; action?: Action } = {},
): void {
  last += 1
  const id = last
  update([...toasts.slice(-2), { id, text, kind, action }])
  setTimeout(() => dismiss(id), duration)
}

const looks = { good: 'bg-leaf text-on-leaf', bad: 'bg-alarm text-on-alarm', plain: 'bg-text text-ground' } as const

export function ToastArea() {
  const area = useRef<HTMLDivElement>(null)
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )

  // The last element in the top layer is on top: the area is shown again with each toast, to be above an open sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every change of what is shown
  useEffect(() => {
    const element = area.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [shown])

  return (
    <div
      ref={area}
      role="status"
      popover="manual"
      className="pointer-events-none fixed inset-x-3 top-auto bottom-[calc(5.25rem+env(safe-area-inset-bottom))] max-lg:in-[:root:has([data-raised])]:bottom-[calc(9rem+env(safe-area-inset-bottom))] m-0 flex w-auto flex-col items-center gap-2 overflow-visible bg-transparent p-0 text-text"
    >
      {shown.map(({ id, text, kind, action }) => (
        <div
          key={id}
          className={`flex min-h-13 max-w-md animate-arrive items-center gap-2 rounded-control px-4 font-semibold shadow-card ${looks[kind]}`}
        >
          {kind === 'good' && <Icon name="check" />}
          <p className="py-2">{text}</p>
          {action && (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                action.onPress()
              }}
              className="pointer-events-auto -mr-2 min-h-11 shrink-0 rounded-control px-3 underline underline-offset-4 outline-offset-[-4px]"
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}

function dismiss(id: number): void {
  update(toasts.filter((toast) => toast.id !== id))
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
