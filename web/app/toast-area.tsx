import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { refocus } from '#web/app/navigation/refocus.ts'
import { dismiss, shownToasts, subscribe } from '#web/data/toast.ts'
import { Icon } from '#web/ui/icon.tsx'

const looks = { good: 'bg-leaf text-on-leaf', bad: 'bg-alarm text-on-alarm', plain: 'bg-text text-ground' } as const

/**
 * The toasts (FRAME-3). The area loads after the first paint, and then also shows the toasts that were added earlier.
 * On a customer's phone toasts are at the top, because the next button to press is on a card or in the dock.
 */
export function ToastArea() {
  const area = useRef<HTMLDivElement>(null)
  const { page } = useNavigation()
  const shown = useSyncExternalStore(subscribe, shownToasts)

  // The element that entered the top layer last is above all others: showing the area again with each toast lifts it
  // above an open sheet.
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
      className={`pointer-events-none fixed inset-x-3 top-auto bottom-[calc(5.25rem+env(safe-area-inset-bottom))] ${page.frame === 'site' ? 'max-lg:top-[max(0.125rem,env(safe-area-inset-top))] max-lg:bottom-auto' : ''} m-0 flex w-auto flex-col items-center gap-2 overflow-visible bg-transparent p-0 text-text`}
    >
      {shown.map(({ id, text, kind, action }) => (
        <div
          key={id}
          className={`flex min-h-13 max-w-[min(28rem,100%)] animate-arrive flex-wrap items-center gap-x-2 rounded-control px-4 font-semibold shadow-card ${looks[kind]}`}
        >
          {kind === 'good' && <Icon name="check" />}
          <p className="wrap-anywhere min-w-24 flex-1 py-2">{text}</p>
          {action && (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                action.onPress()
                refocus()
              }}
              className="pointer-events-auto -mr-2 ml-auto min-h-11 shrink-0 rounded-control px-3 underline underline-offset-4 outline-offset-[-4px]"
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
