import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'

type Props = {
  /** A sentence that says what the secret is for. */
  readonly children: ReactNode
  readonly secret: string
  /** True for a text that is copied; false for a code that is read out. */
  readonly isLong?: boolean
  readonly warning?: string
  readonly steps?: ReactNode
  readonly onDone: () => void
}

/** Shows a new password, code or address. It cannot be shown again, because the server stores only its hash. */
export function ShownOnce({
  children,
  secret,
  isLong = false,
  warning = 'Shown only once. Hand it over before you close this.',
  steps,
  onDone,
}: Props) {
  return (
    <SheetContent
      foot={
        <Button onClick={onDone} className="w-full">
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <div role="status" className="grid gap-4">
          <p>{children}</p>
          <p
            className={`wrap-anywhere select-all rounded-control bg-plantain p-4 font-semibold text-on-plantain ${
              isLong ? '' : 'figures text-center text-2xl'
            }`}
          >
            {secret}
          </p>
        </div>
        {steps}
        <p className="text-soft">{warning}</p>
      </div>
    </SheetContent>
  )
}
