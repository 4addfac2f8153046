import type { DragEventHandler, ReactNode } from 'react'

type Props = {
  readonly accept: string
  readonly onFile: (file: File | undefined) => void
  readonly className?: string
  readonly onDragOver?: DragEventHandler
  readonly onDragLeave?: DragEventHandler
  readonly onDrop?: DragEventHandler
  readonly children: ReactNode
}

/** A dashed box that opens a file dialog. Its text is the accessible name. */
export function FileChoice({ accept, onFile, className = '', children, ...drag }: Props) {
  return (
    <label
      {...drag}
      className={`grid cursor-pointer place-content-center justify-items-center gap-1 rounded-card border-2 border-dashed px-4 text-center has-focus-visible:border-ember ${className}`}
    >
      {children}
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // Reset the field, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}
