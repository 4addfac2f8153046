import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Frame } from '#web/customer/frame/frame.tsx'
import { LiveUpdates } from '#web/customer/frame/live-updates.tsx'
import { ConnectionFailure } from '#web/data/api/client.ts'
import { Boundary, Trouble } from '#web/ui/boundary.tsx'
import { NavigationProvider, type Shown, useNavigation } from './navigation/navigation.tsx'
import { afterFirstPaint } from './start-up/after-first-paint.ts'

export function App({ client, first, cursor }: { client: QueryClient; first: Shown; cursor: string }) {
  // Signals the end of hydration to start-up/replay-early-click.ts, which then repeats the clicks from before.
  useEffect(() => void dispatchEvent(new Event('taken-over')), [])
  return (
    <QueryClientProvider client={client}>
      <NavigationProvider first={first}>
        <LiveUpdates since={cursor}>
          <PageInFrame />
          <Later />
        </LiveUpdates>
      </NavigationProvider>
    </QueryClientProvider>
  )
}

function Unreachable() {
  const { path, search, heading, go } = useNavigation()
  // Ignore presses while the page is loading, because each press would start the loading again.
  const retry = () => heading === undefined && go(path + search + location.hash, { replace: true, again: true })
  return <Trouble error={new ConnectionFailure()} onRetry={retry} />
}

/**
 * Keeps the state of the late-loaded parts in a component of its own, so that their arrival does not render the page
 * again.
 */
function Later() {
  const [AfterPaint, setAfterPaint] = useState<ComponentType>()
  useEffect(() => {
    afterFirstPaint(() => import('./after-paint.tsx')).then(({ AfterPaint }) => setAfterPaint(() => AfterPaint))
  }, [])
  return AfterPaint && <AfterPaint />
}

function PageInFrame() {
  const { page, params, path, Component } = useNavigation()
  const content = <Boundary key={path}>{Component ? <Component params={params} /> : <Unreachable />}</Boundary>
  return page.frame === 'site' ? <Frame>{content}</Frame> : content
}
