import { type ComponentType, useEffect, useState } from 'react'
import { isOffline } from '#web/api/network.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { hideSignIn, useSignInPanel } from './sign-in-panel.ts'

/** Loads the sign-in panel when it is first opened, which most visitors never do. */
export function SignInOnDemand() {
  const { open } = useSignInPanel()
  const [Panel, setPanel] = useState<ComponentType>()

  useEffect(() => {
    if (!open || Panel) return
    import('#web/features/sign-in/panel.tsx').then(
      ({ SignInPanel }) => setPanel(() => SignInPanel),
      () => {
        hideSignIn()
        toast(isOffline() ? 'Logging in needs the network.' : 'Connection failed.', {
          kind: 'bad',
          duration: toastTime.longer,
        })
      },
    )
  }, [open, Panel])

  return Panel ? <Panel /> : null
}
