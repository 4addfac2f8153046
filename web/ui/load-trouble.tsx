import { sentence } from '#web/data/api/client.ts'
import { Button } from './button.tsx'

type Props = {
  /** The text in bold, such as 'The times did not load.' or 'The board may be out of date.' */
  readonly what: string
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => Promise<unknown> }
}

export function LoadTrouble({ what, query: { error, isFetching, refetch } }: Props) {
  if (!error) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border-2 border-alarm bg-raise px-4 py-2"
    >
      <p>
        <strong>{what}</strong> {sentence(error, 'Please check the network.')}
      </p>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
