import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'

type Props = {
  /** The purpose of the secret. */
  readonly children: ReactNode
  readonly secret: string
  readonly onDone: () => void
}

/** A password or code, which the server stores only as a hash. */
export function ShownOnce({ children, secret, onDone }: Props) {
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
          <p className="figures wrap-anywhere select-all rounded-control bg-plantain px-4 py-4 text-center font-semibold text-2xl text-on-plantain">
            {secret}
          </p>
        </div>
        <p className="text-soft">Shown only once. Hand it over before you close this.</p>
      </div>
    </SheetContent>
  )
}
