import { Button } from '#web/ui/button.tsx'

type Props = {
  /** Of the order. */
  readonly code: string
  /** Why, in the restaurant's words. */
  readonly children: string
  readonly onRead: () => void
}

/** A tap that the restaurant said no to when it came through. It stays until somebody has read it. */
export function Refused({ code, children, onRead }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border-2 border-alarm bg-raise px-4 py-2"
    >
      <p className="wrap-anywhere">
        <strong className="figures">{code}</strong> {children}
      </p>
      <Button look="secondary" onClick={onRead}>
        Understood
      </Button>
    </div>
  )
}
