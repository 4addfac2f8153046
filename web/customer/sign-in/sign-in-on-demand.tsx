import { type ComponentType, useEffect, useState } from 'react'
import { isOffline } from '#web/data/api/network.ts'
import { toastFailed } from '#web/data/toast.ts'
import { ProgressLine } from '#web/ui/motion/progress-line.tsx'
import { hideSignIn, useSignInPanel } from './sign-in-panel.ts'

/** Loads the sign-in panel when it is first opened, because most visitors never open it. */
export function SignInOnDemand() {
  const { open } = useSignInPanel()
  const [Panel, setPanel] = useState<ComponentType>()

  useEffect(() => {
    if (!open || Panel) return
    import('#web/customer/sign-in/panel.tsx').then(
      ({ SignInPanel }) => setPanel(() => SignInPanel),
      () => {
        hideSignIn()
        toastFailed(isOffline() ? 'Logging in needs the network.' : 'Connection failed.')
      },
    )
  }, [open, Panel])

  if (Panel) return <Panel />
  return open && <ProgressLine />
}
