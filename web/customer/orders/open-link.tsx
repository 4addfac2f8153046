import { useEffect, useEffectEvent, useState } from 'react'
import { sentence } from '#web/data/api/client.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { Button } from '#web/ui/button.tsx'

/** Signs in the guest whose private link was opened. */
export default function OpenLink({ code, onDone }: { code: string; onDone: () => void }) {
  const { openGuestLink } = useSessionWrites()
  const [failure, setFailure] = useState('')
  const open = useEffectEvent(async (code: string) => {
    try {
      await openGuestLink(code)
      onDone()
    } catch (error) {
      setFailure(sentence(error, 'Could not reach the restaurant. Please open the link again.'))
    }
  })
  useEffect(() => void open(code), [code])
  if (failure === '') return <p role="status">Opening your order…</p>
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-card bg-raise p-4 shadow-card sm:p-6">
      <p className="font-semibold text-alarm">{failure}</p>
      <Button variant="secondary" onClick={onDone}>
        Go on without the link
      </Button>
    </div>
  )
}
