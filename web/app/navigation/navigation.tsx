import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CategorySummary } from '#contract/menu/menu.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { isOffline } from '#web/data/api/network.ts'
import { answerOf } from '#web/data/api/query.ts'
import { leaveEntry, onceLeft } from './history-entry.ts'
import { notFound, offline, type Page, type Params, pageOf } from './pages.ts'
import { prefersReducedData } from './preferences.ts'
import { positions } from './scroll-positions.ts'
import { didNotLoad, titleOf } from './title.ts'

export type Shown = {
  readonly path: string
  readonly search: string
  readonly page: Page
  readonly params: Params
  /**
   * The page's component. Undefined if it did not load because the restaurant is unreachable; `page` and `params` are
   * then those of the previous page.
   */
  readonly Component: ComponentType<{ readonly params: Params }> | undefined
}

type ShownNext = Pick<Shown, 'path' | 'search' | 'Component'>

type Navigation = Shown & {
  /** The address that is loading; undefined if none is. */
  readonly heading: string | undefined
  /**
   * `replace` uses the current history entry. `again` retries a failed page: its error stays on screen, with the focus,
   * until the page loads.
   */
  readonly go: (to: string, options?: { replace?: boolean; again?: boolean }) => void
  /** Replaces the address without loading or scrolling, after the page's state has changed. */
  readonly restate: (to: string) => void
}

/**
 * Returns or resolves with true if the page may be left. Staff screens replace this function to ask the person
 * (staff/unsaved.ts).
 */
export const leaving: { mayLeave: () => true | Promise<boolean> } = { mayLeave: () => true }

const Context = createContext<Navigation | undefined>(undefined)

/**
 * Loads a page's code and data in parallel. If the page's data does not exist, returns the 'not found' page; without a
 * network, the offline page. The page itself shows any other failure.
 */
export async function prepare(to: string, client: QueryClient): Promise<Shown> {
  const { pathname: asked, search } = new URL(to, 'http://here')
  const pathname = canonical(asked, answerOf(client, 'GET /api/site')?.categories ?? [])
  const { page: wanted, params } = await pageOf(pathname)
  const answers = await Promise.allSettled([
    wanted.load(),
    ...(wanted.queries?.(params) ?? []).map((query) =>
      client.ensureQueryData(query as Parameters<typeof client.ensureQueryData>[0]),
    ),
  ])
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  // An invalid id in the address is treated like an unknown id.
  const missing = failures.some(
    (failure) => failure instanceof ApiFailure && ['not-found', 'invalid'].includes(failure.problem.code),
  )
  const page = missing ? notFound : failures.length > 0 && isOffline() ? offline : wanted
  const { default: Component } = await page.load()
  return { path: pathname, search, page, params, Component }
}

/**
 * Returns the path to which the server would redirect: '/menu' becomes the first category's path, and a title in a path
 * becomes its category's id.
 */
function canonical(path: string, categories: readonly CategorySummary[]): string {
  const called = categories.find(
    ({ title }) => path === '/menu' || path === `/menu/${encodeURIComponent(title.toLowerCase())}`,
  )
  return called ? `/menu/${called.id}` : path
}

export function NavigationProvider({ first, children }: { first: Shown; children: ReactNode }) {
  const client = useQueryClient()
  const [shown, setShown] = useState(first)
  const [heading, setHeading] = useState<string>()
  const latest = useRef(0)
  /** The address of the page that is or will be shown. */
  const address = useRef(first.path + first.search)
  /** The number (`latest`) of the last page request that came from Back or Forward. */
  const restored = useRef(0)
  const scroll = useRef<Scroll>(undefined)

  const show = useCallback(
    async (to: string, commit: (shown: ShownNext) => Scroll) => {
      latest.current += 1
      const turn = latest.current
      setHeading(to)
      try {
        const next = await prepare(to, client).catch(async (cause: unknown): Promise<ShownNext> => {
          // The page's code failed to load. If the server answers, the code belongs to an old release: throw, so that
          // the browser loads the new document. If the server does not answer, loading would show the browser's error
          // page, so this page says that the restaurant cannot be reached.
          if (await call('GET /api/promise').catch(() => false)) throw cause
          const { pathname: path, search } = new URL(to, location.href)
          return { path, search, Component: undefined }
        })
        await new Promise<void>(onceLeft)
        if (turn !== latest.current) return
        scroll.current = commit(next)
        address.current = location.pathname + location.search
        if (scroll.current.to === 'here') return
        setShown((before) => ({ ...before, ...next }))
      } catch {
        if (turn === latest.current) location.assign(to)
      } finally {
        if (turn === latest.current) setHeading(undefined)
      }
    },
    [client],
  )

  const go = useCallback(
    (to: string, { replace = false, again = false } = {}) => {
      const leave = () =>
        void show(to, ({ path, search, Component }) => {
          const { hash } = new URL(to, location.href)
          const address = path + search + hash
          positions.remember()
          if (replace) history.replaceState({ entry: positions.current }, '', address)
          else history.pushState({ entry: positions.next() }, '', address)
          return again && !Component ? { to: 'here' } : { to: 'top', hash }
        })
      const mayLeave = leaving.mayLeave()
      if (mayLeave === true) leave()
      else void mayLeave.then((may) => may && leave())
    },
    [show],
  )

  const restate = useCallback((to: string) => {
    const { pathname, search } = new URL(to, location.href)
    // Do nothing if the person has opened another page meanwhile.
    if (pathname !== location.pathname) return
    history.replaceState(history.state, '', to)
    address.current = pathname + search
    scroll.current = { to: 'here' }
    setShown((shown) => ({ ...shown, search }))
  }, [])

  const restore = useCallback(() => {
    void show(location.pathname + location.search, () => ({ to: positions.recall() }))
    restored.current = latest.current
  }, [show])

  /**
   * Cancels the loading of a page that Back or Forward requested, because the person has returned to the shown page.
   * Returns false if no such page is loading.
   */
  const stay = useCallback(() => {
    if (latest.current !== restored.current) return false
    latest.current += 1
    setHeading(undefined)
    return true
  }, [])

  // If Back was pressed before hydration, the address is no longer that of the rendered page.
  useEffect(() => {
    if (location.pathname + location.search !== first.path + first.search) restore()
  }, [first, restore])

  useHistory(address, restore, stay)
  useArrival(shown, scroll)
  const value = useMemo(() => ({ ...shown, heading, go, restate }), [shown, heading, go, restate])
  return <Context value={value}>{children}</Context>
}

function useHistory(address: RefObject<string>, restore: () => void, stay: () => boolean): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    // Go back from the history entry of a sheet that was open before a reload. Otherwise the person's next Back would
    // seem to do nothing.
    if (history.state?.sheet) leaveEntry()
    const onPopState = (event: PopStateEvent) => {
      // Going back from a sheet's history entry does not change the page.
      if (location.pathname + location.search === address.current) {
        // The person went back and then forward, so the page between the two presses is no longer wanted.
        if (stay()) positions.arrive(event.state)
        return
      }
      const mayLeave = leaving.mayLeave()
      if (mayLeave !== true) {
        // The browser has already gone back. Push an entry for the page that stays, and go back again if the person
        // chooses to leave.
        history.pushState({ entry: positions.current }, '', address.current)
        void mayLeave.then((may) => may && onceLeft(() => history.back()))
        return
      }
      positions.remember()
      positions.arrive(event.state)
      restore()
    }
    const onPageHide = () => positions.remember()
    addEventListener('popstate', onPopState)
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('popstate', onPopState)
      removeEventListener('pagehide', onPageHide)
    }
  }, [address, restore, stay])
}

/**
 * FRAME-2: a new page starts at its top, and going back restores the scroll position. The focus moves to the new page,
 * because a screen reader would otherwise stay on a removed link.
 */
function useArrival(shown: Shown, scroll: RefObject<Scroll | undefined>): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every page that is shown
  useLayoutEffect(() => {
    document.title = shown.Component ? titleOf(shown, client) : didNotLoad
    const target = scroll.current
    if (target?.to === 'here') return
    if (!target) {
      positions.arrive(history.state)
      // A reloaded page begins at its top. A page to which the person returns from another site begins at its last
      // position.
      const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const kept = loaded?.type === 'back_forward' ? positions.recall() : 0
      if (kept > 0) window.scrollTo(0, kept)
      return
    }
    const anchor = target.hash ? document.getElementById(target.hash.slice(1)) : null
    if (anchor) anchor.scrollIntoView()
    else window.scrollTo(0, target.to === 'top' ? 0 : target.to)
    // The menu's `main` begins with the links to all categories, so focus the heading after them.
    const heading = document.querySelector<HTMLElement>('#main h1[tabindex]')
    ;(heading ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }, [shown])
}

export function useNavigation(): Navigation {
  const navigation = use(Context)
  if (!navigation) throw new Error('useNavigation needs a NavigationProvider around it')
  return navigation
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly to: string }

/** A link within the site, which also works without a script. */
export function Link({ to, onClick, onPointerDown, ...rest }: LinkProps) {
  const client = useQueryClient()
  const { go, path } = useNavigation()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!plain || event.defaultPrevented || rest.target) return
    event.preventDefault()
    go(to)
  }

  return (
    <a
      aria-current={to === path ? 'page' : undefined}
      {...rest}
      href={to}
      onClick={follow}
      onPointerDown={(event) => {
        onPointerDown?.(event)
        // Start loading when the finger touches the link, which is about 100 ms before the click.
        if (!prefersReducedData()) void prepare(to, client).catch(() => {})
      }}
    />
  )
}

type Scroll = { readonly to: 'top' | 'here' | number; readonly hash?: string }
