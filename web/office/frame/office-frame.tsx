import { type MouseEvent, type ReactNode, useId } from 'react'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { isOneOf, screens } from '#domain/restaurant/policy.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { SignOut } from '#web/staff/sign-out.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon, Stroke, strokes } from '#web/ui/icon.tsx'
import { Mark } from '#web/ui/mark.tsx'

/** Title and icon of each screen of the office. An icon is an SVG path on a square of 24 px. */
const places = {
  '/office': ['Overview', 'M4 11.500 12 5l8 6.500V20h-5.500v-5.500h-5V20H4z'],
  '/office/orders': ['Orders', 'M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9.500 8.500h5M9.500 12.500h5'],
  '/office/days': ['Days', 'M4.500 6.500h15V20h-15zM4.500 11h15M8.500 4v4M15.500 4v4'],
  '/office/figures': ['Figures', 'M5.500 20v-6M12 20V4.500M18.500 20V10'],
  '/office/customers': ['Customers', strokes.user],
  '/office/menu': ['Menu', 'M5 4.500h11a3 3 0 0 1 3 3V20H8a3 3 0 0 1-3-3zM9 9h6M9 13h6'],
  '/office/settings': ['Settings', 'M4 8h8.500M17.500 8H20M4 16h2.500M11.500 16H20M15 5.500v5M9 13.500v5'],
  '/office/audit': ['Audit', 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V12l3 2'],
  '/office/staff': [
    'Staff',
    'M9 11.500A3.500 3.500 0 1 0 9 4.500a3.500 3.500 0 0 0 0 7ZM2.500 19.500c.7-3 3.200-4.500 6.500-4.500s5.800 1.500 6.500 4.500M16 5a3.200 3.200 0 0 1 0 6.200M18 15.300c1.900.6 3.100 2 3.500 4.200',
  ],
} as const

function placesOf({ role }: User): (readonly [path: string, title: string, icon: string])[] {
  const paths = Object.keys(places) as (keyof typeof places)[]
  return paths.filter((path) => isOneOf(role, screens[path])).map((path) => [path, ...places[path]])
}

type Props = {
  readonly user: User
  readonly site: Site
  /** Content below the navigation. On a wide screen both are in the side column. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

const action = 'menu-row lg:min-h-12 lg:rounded-control lg:px-3.5 lg:text-soft lg:hover:text-text'

function close({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('a, button')) currentTarget.togglePopover(false)
}

/** The frame of the office's screens. On a narrow screen, a button opens the navigation. */
export function OfficeFrame({ user, site, aside, children }: Props) {
  const { page } = useNavigation()
  const id = useId()
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
      <header className="flex items-center gap-2 px-4 py-1 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-3 lg:overflow-y-auto lg:border-line lg:border-r lg:px-3 lg:py-4 print:hidden">
        <h1 className="flex min-w-0 flex-1 items-center gap-2 text-xl lg:flex-none lg:px-2.5">
          <Mark className="size-7 max-sm:hidden" />
          <span className="wrap-anywhere">
            {site.shortName} <span className="text-soft">office</span>
          </span>
        </h1>
        <button type="button" popoverTarget={id} className={buttonClass('secondary', 'px-3.5! lg:hidden')}>
          <Icon name="menu" /> Menu
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the listener gets the clicks of the links and buttons inside, and a key press on them is a click */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons in it are pressed */}
        <div id={id} popover="auto" onClick={close} className="office-menu">
          <nav aria-label="Office" className="grid gap-1 lg:grow lg:content-start">
            {placesOf(user).map(([path, title, icon]) => (
              <Link
                key={path}
                to={path}
                aria-current={page.path === path ? 'page' : page.path.startsWith(`${path}/:`) ? 'true' : undefined}
                className="flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold text-soft hover:text-text aria-[current]:bg-raise2 aria-[current]:text-text"
              >
                <Stroke d={icon} />
                {title}
              </Link>
            ))}
          </nav>
          {aside}
          <div className="grid border-line border-t pt-2 max-lg:mt-2">
            <Link to="/desk" className={action}>
              Desk
            </Link>
            <SignOut className={action} />
            <p className="wrap-anywhere px-3.5 text-sm text-soft">Signed in as {user.name ?? user.username}</p>
          </div>
        </div>
      </header>
      <div className="flex w-full max-w-7xl flex-1 flex-col pt-2 max-lg:mx-auto lg:px-3 lg:pt-5">{children}</div>
    </div>
  )
}
