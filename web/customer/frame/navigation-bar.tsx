import { useQuery } from '@tanstack/react-query'
import * as Cart from '#domain/order/cart.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { useCart } from '#web/data/storage/cart-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { ProgressLine } from '#web/ui/motion/progress-line.tsx'
import { AccountRows, Menu, MenuLink } from './menus.tsx'

/** The navigation bar (FRAME-1). Its icons and gaps are in pixels, so that it fits on a phone with text at 200 %. */
export function NavigationBar() {
  const { data: site } = useQuery(queries.site())
  const { path, heading } = useNavigation()
  const places = Object.entries({ '/': 'Home', '/menu': 'Menu', ...(site?.farm && { '/farm': site.farm }) })
  const current = (place: string) => (path === place || path.startsWith(`${place}/`) ? 'page' : undefined)
  return (
    <header className={`print:hidden top-0 z-30 bg-ground ${onMenu(path) ? 'relative lg:sticky' : 'sticky'}`}>
      <div className="page-width flex h-14 items-center lg:h-16 gap-[8px] sm:gap-4">
        <Link
          to="/"
          aria-label={`${site?.name ?? ''}, home`}
          className="mr-auto flex min-h-11 items-center gap-[8px] rounded-control font-display font-extrabold text-2xl tracking-tight md:mr-4"
        >
          <Mark className="size-[32px]" />
          {site?.shortName}
        </Link>
        <nav aria-label="Main" className="mr-auto hidden shrink-0 items-center gap-1 md:flex">
          {places.map(([to, name]) => (
            <Link
              key={to}
              to={to}
              aria-current={current(to)}
              className="place-link flex min-h-11 items-center rounded-control px-3 font-semibold text-soft hover:text-text"
            >
              {name}
            </Link>
          ))}
        </nav>
        <AccountButton />
        {path !== '/search' && (
          <Link
            to="/search"
            aria-label="Search"
            className={`-mr-[4px] grid size-[44px] place-items-center rounded-control hover:text-ember ${onMenu(path) ? 'lg:hidden' : ''}`}
          >
            <Icon name="search" className="size-[22px]" />
          </Link>
        )}
        <CartLink />
        <button
          type="button"
          popoverTarget="places"
          aria-label="Open the menu"
          className="-mr-[8px] grid size-[44px] place-items-center rounded-control md:hidden"
        >
          <Icon name="menu" className="size-[24px]" />
        </button>
      </div>
      {heading !== undefined && <ProgressLine label="Loading the page" className="absolute -bottom-0.5" />}
      <Menu id="account-menu" label="Account">
        <AccountRows />
      </Menu>
      <Menu id="places" label="Pages and account">
        {places.map(([to, name]) => (
          <MenuLink key={to} to={to} aria-current={current(to)}>
            {name}
          </MenuLink>
        ))}
        <div className="my-2 border-line border-t" />
        <AccountRows />
      </Menu>
    </header>
  )
}

/**
 * Returns true for the pages of the menu. When such a page is scrolled on a narrow screen, its row of categories
 * replaces the navigation bar.
 */
export function onMenu(path: string): boolean {
  return path.startsWith('/menu/') || path === '/search'
}

/** The button has the same width with and without the customer's name, so nothing moves when the name arrives. */
function AccountButton() {
  const signedIn = useSignedIn()
  return (
    <button
      type="button"
      popoverTarget="account-menu"
      className="hidden min-h-11 w-48 items-center justify-end gap-2 whitespace-nowrap rounded-control px-3 font-semibold text-soft hover:text-text md:flex"
    >
      <Icon name="user" />
      <span className="truncate">
        {signedIn.state === 'in' ? signedIn.user.username : signedIn.state === 'out' ? 'Log in' : 'Account'}
      </span>
      <Icon name="chevron" className="size-4" />
    </button>
  )
}

function CartLink() {
  const count = Cart.count(useCart())
  return (
    <Link
      to="/cart"
      data-cart=""
      aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      className="relative flex min-h-[44px] items-center gap-[8px] rounded-control bg-raise2 px-[12px] font-semibold hover:brightness-105 sm:px-[16px]"
    >
      <Icon name="cart" className="size-[20px]" />
      <span className="hidden sm:inline">Cart </span>
      {/* The badge is at the corner, so nothing moves when the badge appears. On wider screens the badge is farther
          out, because it would otherwise cover the word. */}
      {count > 0 && (
        <span
          key={count}
          className="figures absolute -top-1 -right-1 min-w-[24px] sm:-top-1.5 sm:-right-2 animate-bump rounded-full bg-ember px-[6px] text-center text-[min(0.875rem,18px)] text-on-ember leading-[24px]"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
