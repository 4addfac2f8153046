import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setUnreachable } from '#web/data/api/network.ts'
import { createQueryClient } from '#web/data/api/query-client.ts'
import { App } from './app.tsx'
import { prepare } from './navigation/navigation.tsx'
import { notFound } from './navigation/pages.ts'
import { type PageState, unfold } from './page-state.ts'
import { firstPaint } from './start-up/after-first-paint.ts'

const root = document.getElementById('root')
const state = document.getElementById('state')?.textContent
if (root && state) void start(root, state)

/**
 * The call above must not await `start`: `start` waits for the page's module, which imports this module and would wait
 * for `start`.
 */
async function start(root: HTMLElement, state: string): Promise<void> {
  // The HTML is readable already, and hydration would delay a slow phone's first paint.
  await firstPaint()
  const { queries, cursor, path } = unfold(JSON.parse(state)) as PageState
  const client = createQueryClient()
  for (const { key, data, at } of queries) client.setQueryData(key, data, { updatedAt: at })
  // If the network is missing, the service worker answers every address with the document of the offline page. The page
  // of the current address is then rendered here from cached answers.
  const here = path === location.pathname || path === notFound.path
  if (!here) setUnreachable(true)
  const first = await prepare(location.pathname + location.search, client)
  const app = <App client={client} first={first} cursor={cursor} />
  // A transition is rendered in small parts, between which a slow phone scrolls and responds.
  if (here) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}
