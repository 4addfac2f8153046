import { type ComponentType, useEffect, useState } from 'react'
import { isOffline } from '#web/data/api/network.ts'
import { toastFailed } from '#web/data/toast.ts'
import { ProgressLine } from '#web/ui/motion/progress-line.tsx'
import { hideSignIn, useSignInPanel } from './sign-in-panel.ts'

/** The code of the sign-in panel is loaded when the panel is first opened: most visitors never open it. */
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
