import { hydrate } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import type { PageState } from './document.tsx'
import { prepare } from './navigation.tsx'
import { createQueryClient } from './query-client.ts'
import './style.css'

const root = document.getElementById('root')
const state = document.getElementById('state')?.textContent
if (root && state) {
  const { queries, cursor } = JSON.parse(state) as PageState
  const client = createQueryClient()
  hydrate(client, queries)
  const first = await prepare(location.pathname + location.search, client)
  hydrateRoot(root, <App client={client} first={first} cursor={cursor} />)
}
