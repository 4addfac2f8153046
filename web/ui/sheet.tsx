import { type ReactNode, type SyntheticEvent, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { addEntry } from '#web/app/navigation/history-entry.ts'
import { Icon } from './icon.tsx'

type Props = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Stays visible below the scrolling content. */
  readonly foot?: ReactNode
  /** True if the children render SheetContent themselves, because their state decides the foot. */
  readonly bare?: boolean
  /** True for twice the width on a wide screen, for two columns. */
  readonly wide?: boolean
  /** True for full height on a phone, so that nothing moves under the thumb when the content changes. */
  readonly tall?: boolean
}

/**
 * A sheet at the bottom of a phone's screen, a dialog on a wide screen. The back gesture closes the sheet: see
 * app/navigation/history-entry.ts.
 */
export function Sheet({ open, onClose, title, children, foot, bare = false, wide, tall }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBehind = useRef(false)
  const close = useEffectEvent(onClose)
  const id = useId()

  // The cleanup of a layout effect runs while the dialog is still in the document. Closing a dialog returns the focus
  // to its opener only in that case.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    updatePageScroll()
    const leave = addEntry('sheet', () => close())
    return () => {
      element.close()
      addEventListener('click', ignoreSecondPress, { capture: true, once: true })
      updatePageScroll()
      leave()
    }
  }, [open])

  /**
   * Calls `onClose` after Escape. If the caller keeps the sheet open, the next Escape makes Chromium close the dialog
   * without a 'cancel' event. This function then opens the dialog again before it calls `onClose`.
   */
  function ask(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault()
    const { open: isShown } = event.currentTarget
    // Ignore a 'cancel' that cannot be prevented, because a 'close' follows. Ignore a 'close' while the dialog is open:
    // that event belongs to an earlier call of `close()`.
    if (!open || (event.type === 'cancel' ? !event.cancelable : isShown)) return
    if (!isShown) event.currentTarget.showModal()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which the browser brings
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={ask}
      onClose={ask}
      // A click whose target is the dialog itself is on the backdrop. The press must also begin on the backdrop,
      // because selecting text with the mouse may end outside the sheet.
      onPointerDown={(event) => {
        pressedBehind.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (pressedBehind.current && event.target === event.currentTarget) onClose()
      }}
      className={`sheet-motion @container m-0 mt-auto max-h-[92dvh] w-full max-w-full overflow-hidden rounded-t-sheet bg-raise text-text sm:m-auto sm:w-[34rem] sm:rounded-sheet ${wide ? 'lg:w-[62rem]' : ''}`}
    >
      {open && (
        <div className={`sheet-parts max-h-[92dvh] sm:max-h-[86dvh] ${tall ? 'max-sm:h-[92dvh]' : ''}`}>
          <header className="flex items-center justify-between gap-4 pt-3 pr-3 pb-2 pl-5">
            <h2 id={id} className="text-xl">
              {title}
            </h2>
            <button
              type="button"
              onClick={onClose}
              aria-label="Close"
              className="grid size-11 shrink-0 place-items-center rounded-full bg-raise2 text-soft hover:text-text"
            >
              <Icon name="close" />
            </button>
          </header>
          {bare ? children : <SheetContent foot={foot}>{children}</SheetContent>}
        </div>
      )}
    </dialog>
  )
}

export function SheetContent({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <>
      <div className="relative min-h-0 flex-1 scroll-py-3 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
        {children}
      </div>
      {foot && (
        <footer className="border-line border-t px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
          {foot}
        </footer>
      )}
    </>
  )
}

/** The second press of a double click that closed a sheet must not press what the sheet covered. */
function ignoreSecondPress(event: MouseEvent): void {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Stops the page behind a sheet from scrolling. The attribute is set by script, because the selector
 * `:has(dialog:modal)` would slow down every style change.
 */
function updatePageScroll(): void {
  document.documentElement.toggleAttribute('data-sheet', document.querySelector('dialog[open]') !== null)
}
