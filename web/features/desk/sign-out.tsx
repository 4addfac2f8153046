import { useState } from 'react'
import { sentence } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'

export function SignOut() {
  const { signOut } = useSession()
  const [busy, setBusy] = useState(false)

  async function leave() {
    if (busy) return
    setBusy(true)
    try {
      await signOut()
    } catch (error) {
      setBusy(false)
      toast(sentence(error, 'The house did not answer, so you are still signed in. Please try again.'), {
        kind: 'bad',
        duration: toastTime.added,
      })
    }
  }

  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={() => void leave()}
      className={buttonClass('secondary', 'px-3! text-sm sm:px-3.5! sm:text-base')}
    >
      Sign Out
    </button>
  )
}
