import { useEffect } from 'react'

type Props = {
  /** What was taken away: 'Half Chicken removed.'; '' where there is nothing to bring back. */
  readonly text: string
  readonly onUndo: () => void
  readonly onForget: () => void
}

/** Ten seconds: long enough to read it twice and reach it, also with a switch or a screen reader. */
const kept = 10_000

/** Says what was taken out of the cart, and brings it back. */
export function UndoBar({ text, onUndo, onForget }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs once for every text
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(onForget, kept)
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
