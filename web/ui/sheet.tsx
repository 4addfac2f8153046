import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** What stays in view below what scrolls: the button that ends it. */
  readonly foot?: ReactNode
}

/**
 * A bottom sheet on a phone, a dialog on a desk. The back gesture closes it, as on every phone: it has an entry of its
 * own in the history, taken away again when it is closed otherwise.
 */
export function Sheet({ open, onClose, title, children, foot }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    history.pushState({ ...history.state, sheet: id }, '')
    const onPopState = () => close.current()
    addEventListener('popstate', onPopState)
    return () => {
      removeEventListener('popstate', onPopState)
      element.close()
      if (history.state?.sheet === id) history.back()
    }
  }, [open, id])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // A press on the dialog element itself is one on the ground behind the sheet.
        if (event.target === event.currentTarget) onClose()
      }}
      className="m-0 mt-auto max-h-[92dvh] w-full max-w-full rounded-t-sheet bg-raise text-text backdrop:bg-black/60 sm:m-auto sm:w-[32rem] sm:rounded-sheet"
    >
      {open && (
        <div className="flex max-h-[92dvh] flex-col sm:max-h-[86dvh]">
          <header className="flex items-center justify-between gap-4 px-5 pt-4 pb-2">
            <h2 id={id} className="text-xl">
              {title}
            </h2>
            <button
              type="button"
              onClick={onClose}
              aria-label="Close"
              className="-mr-2 grid size-11 place-items-center rounded-full text-xl text-soft"
            >
              ✕
            </button>
          </header>
          <div className="overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
          {foot && (
            <footer className="border-line border-t p-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">{foot}</footer>
          )}
        </div>
      )}
    </dialog>
  )
}
