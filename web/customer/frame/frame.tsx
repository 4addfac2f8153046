import { useQuery } from '@tanstack/react-query'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { part, retryImport } from '#web/app/start-up/retry-import.ts'
import { SignInOnDemand } from '#web/customer/sign-in/sign-in-on-demand.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { Dock, DockProvider } from './dock.tsx'
import { LiveNotice } from './live-updates.tsx'
import { NavigationBar, onMenu } from './navigation-bar.tsx'

// The server renders the footer. The browser loads the footer's code only once the page can be used.
const LaterFooter = import.meta.env.SSR
  ? (await import('./footer.tsx')).Footer
  : lazy(async () => ({ default: (await retryImport(() => import('./footer.tsx'))).Footer }))

const OrderStrip = part(() => import('#web/orders/order-strip.tsx'))

// Memoised, so that a render of the frame does not render the footer: if React rendered the footer again before its
// code has loaded, React would discard the server's HTML.
const Footer = memo(() => (
  <Suspense>
    <LaterFooter />
  </Suspense>
))

export function Frame({ children }: { children: ReactNode }) {
  const { path } = useNavigation()
  return (
    <DockProvider>
      {/* The menu has three columns, so its page is wider. */}
      <div className={onMenu(path) ? 'menu-page' : 'contents'}>
        <a href="#main" className="skip-link">
          Skip to the page
        </a>
        <NavigationBar />
        <LiveNotice className={`z-20 lg:sticky lg:top-16 ${onMenu(path) ? 'relative' : 'sticky top-14'}`} />
        <UnderWay />
        <Paused />
        <main id="main" tabIndex={-1} className="min-h-[70dvh]">
          {children}
        </main>
        <Dock />
        <Footer />
      </div>
      <SignInOnDemand />
    </DockProvider>
  )
}

/**
 * The strip with the signed-in customer's open order or payment. The orders page shows the order itself; on the home
 * page the strip shows only the payment.
 */
function UnderWay() {
  const { path } = useNavigation()
  const { state } = useSignedIn()
  if (state === 'out' || path === '/orders') return null
  if (path === '/') return state === 'in' && <OrderStrip home fallback={null} />
  // Reserve the place if this browser knows of an open order: see start-up/kept-hints.ts.
  const place = <div className="in-data-order-under-way:min-h-16" />
  return state === 'in' ? <OrderStrip pending={place} fallback={place} /> : place
}

/** Shows the restaurant's sentence during a pause, so that a customer reads it before filling a cart. */
function Paused() {
  const { data: site } = useQuery(queries.site())
  return (
    <div role="status">
      {site?.brand && <link rel="stylesheet" href={site.brand.styles} />}
      {site?.paused && (
        <p className="wrap-anywhere bg-plantain px-4 py-3 text-center font-semibold text-on-plantain">{site.paused}</p>
      )}
    </div>
  )
}
