import type { ReactNode } from 'react'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { isOneOf, screens } from '#domain/policy.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'

const small = buttonClass('secondary', 'px-2.5! text-sm sm:px-3.5! sm:text-base')

const places = {
  '/office': 'Overview',
  '/office/orders': 'Orders',
  '/office/days': 'Days',
  '/office/figures': 'Figures',
  '/office/customers': 'Customers',
  '/office/menu': 'Menu',
  '/office/settings': 'Settings',
  '/office/staff': 'Staff',
} as const

/** Cashiers find orders and count the till here, and see no more of the office. */
function placesOf({ role }: User): (readonly [path: string, title: string])[] {
  const paths = Object.keys(places) as (keyof typeof places)[]
  return paths.filter((path) => isOneOf(role, screens[path])).map((path) => [path, places[path]])
}

type Props = {
  readonly user: User
  readonly site: Site
  readonly signOut: ReactNode
  readonly children: ReactNode
}

/** The owner's screens: the restaurant's name, the way between them, and the account. */
export function OfficeFrame({ user, site, signOut, children }: Props) {
  const { page } = useNavigation()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-7xl flex-col">
      <header className="print:hidden flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl sm:text-3xl">
            {site.name} <span className="text-soft">office</span>
          </h1>
          <p className="wrap-anywhere min-h-6 text-sm text-soft sm:text-base">Signed in as {user.username}</p>
        </div>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <Link to="/desk" className={small}>
            Desk
          </Link>
          {signOut}
        </div>
        <nav aria-label="Office" className="flex w-full flex-wrap gap-1">
          {placesOf(user).map(([path, title]) => (
            <Link
              key={path}
              to={path}
              aria-current={page.path === path ? 'page' : page.path === `${path}/:id` ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-control px-2.5 font-semibold text-soft sm:px-3.5 hover:text-text aria-[current]:bg-raise2 aria-[current]:text-text"
            >
              {title}
            </Link>
          ))}
        </nav>
      </header>
      {children}
    </div>
  )
}
