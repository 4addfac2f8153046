import { useEffect } from 'react'

type Props = {
  /** 'Half Chicken removed.'; '' hides the bar. */
  readonly text: string
  readonly onUndo: () => void
  readonly onForget: () => void
}

/** Milliseconds. Long enough to read the text and reach the button with a switch or a screen reader. */
const shownFor = 10_000

/** Offers to undo a removal from the cart. */
export function UndoBar({ text, onUndo, onForget }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs once for every text
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(onForget, shownFor)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-40 flex justify-center"
    >
      {text && (
        <div className="pointer-events-auto flex max-w-full items-center gap-2 rounded-control bg-text py-1 pr-2 pl-4 text-ground shadow-card">
          <p className="font-semibold wrap-anywhere">{text}</p>
          <button
            type="button"
            onClick={onUndo}
            className="min-h-11 shrink-0 rounded-control px-3 font-bold underline underline-offset-4"
          >
            Undo
          </button>
        </div>
      )}
    </div>
  )
}
