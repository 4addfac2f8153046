import { Button } from '#web/ui/button.tsx'

type Props = {
  readonly code: string
  readonly children: string
  readonly onRead: () => void
}

/**
 * An action that waited for the network and was then refused by the server. The notice stays until somebody dismisses
 * it.
 */
export function Refused({ code, children, onRead }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border-2 border-alarm bg-raise px-4 py-2"
    >
      <p className="wrap-anywhere">
        <strong className="figures">{code}</strong> {children}
      </p>
      <Button variant="secondary" onClick={onRead}>
        OK
      </Button>
    </div>
  )
}
