import { type DragEvent, useState } from 'react'
import { FileChoice } from '#web/staff/file-choice.tsx'
import { statementFiles } from '#web/staff/statements/read-statement.ts'
import type { Progress, StatementOnBoard } from './use-statement.ts'

/** Chooses a statement file, and shows how many transfers have been compared with the orders. */
export function StatementChoice({ statement: { imported, reading, readChosen } }: { statement: StatementOnBoard }) {
  const { busy, failure, progress } = reading
  const [over, setOver] = useState(false)

  function read(file: File | undefined) {
    if (file && !busy) void readChosen(file)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    // Stop the event, because the page has a listener for files that are dropped outside of this field.
    event.stopPropagation()
    setOver(false)
    read(event.dataTransfer.files[0])
  }

  return (
    <>
      <FileChoice
        accept={statementFiles}
        onFile={read}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`${imported ? 'min-h-12 py-1.5' : 'min-h-28 py-5'} ${over ? 'border-ember bg-raise2' : 'border-line'}`}
      >
        <span className="font-semibold">
          {busy ? 'Reading…' : imported ? 'Import another statement' : 'Import statement'}
        </span>
        {!imported && (
          <span className="text-sm text-soft">
            CSV, Excel or PDF, as the bank gives it. Drop it anywhere on the desk. Importing confirms nothing.
          </span>
        )}
      </FileChoice>
      {busy && <ReadingProgress progress={progress} />}
      {failure && (
        <p role="alert" className="font-semibold text-alarm">
          {failure}
        </p>
      )}
    </>
  )
}

function ReadingProgress({ progress }: { progress: Progress | undefined }) {
  const text = progress ? `Compared ${progress.done} of ${progress.of} transfers with the orders` : 'Reading the file'
  return (
    <div className="grid gap-1 text-sm">
      <progress
        aria-label="Reading the statement"
        className="h-2 w-full accent-ember"
        {...(progress && { value: progress.done, max: Math.max(1, progress.of) })}
      />
      <p>{text}</p>
    </div>
  )
}
