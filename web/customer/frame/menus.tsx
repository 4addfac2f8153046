import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { showSignIn } from '#web/customer/sign-in/sign-in-panel.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { toastDone, toastFailed } from '#web/data/toast.ts'

/** A menu below the bar. The browser opens the menu, and closes it on Escape or a press outside. */
export function Menu({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <nav
      id={id}
      popover="auto"
      aria-label={label}
      className="page-edge-end fixed inset-auto top-[3.75rem] lg:top-[4.25rem] m-0 min-w-56 rounded-card border border-line bg-raise p-2 text-text shadow-card open:animate-arrive"
    >
      {children}
    </nav>
  )
}

export function MenuLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className="menu-row" onClick={close} />
}

export function AccountRows() {
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const { path, go } = useNavigation()

  if (signedIn.state !== 'in') {
    return (
      <>
        <MenuButton onPress={() => showSignIn('login')}>Log in</MenuButton>
        <MenuButton onPress={() => showSignIn('signup')}>Sign up</MenuButton>
      </>
    )
  }
  return (
    <>
      <MenuLink to="/account">My Account</MenuLink>
      <MenuLink to="/orders">My Orders</MenuLink>
      <MenuButton
        onPress={async () => {
          try {
            const { sessionWrites } = await import('#web/data/api/session-writes.ts')
            if (!(await sessionWrites(client).signOut())) return
            toastDone('Signed out successfully!')
            if (path === '/account' || path === '/orders') go('/')
          } catch {
            toastFailed('Connection failed.')
          }
        }}
      >
        Sign Out
      </MenuButton>
    </>
  )
}

function MenuButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="menu-row"
      onClick={(event) => {
        close(event)
        onPress()
      }}
    >
      {children}
    </button>
  )
}

function close(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
}
