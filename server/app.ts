import { type Context, Hono } from 'hono'
import { cursorHeader } from '#contract/live.ts'
import type { Auth } from './auth/auth.ts'
import type { Tries } from './auth/rate-limits.ts'
import { authRoutes } from './auth/routes.ts'
import type { Sessions } from './auth/sessions.ts'
import { counterRoutes } from './counter/routes.ts'
import type { Database } from './db/database.ts'
import { farmRoutes } from './farm/routes.ts'
import { guestRoutes } from './guests/routes.ts'
import { homeRoutes } from './home/routes.ts'
import type { Web } from './http/build.ts'
import { clientAddresses } from './http/client-address.ts'
import { serveAssets, serveFilms, serveIcons, servePictures } from './http/files.ts'
import { answerFailures, cannotRecord, guardHeaders, guardOrigin } from './http/guard.ts'
import { openApi } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { refuse } from './http/problems.ts'
import type { Handlers } from './http/route.ts'
import { serveSeo } from './http/seo.ts'
import { type Callers, serve } from './http/serve.ts'
import { serveWorker } from './http/worker.ts'
import { kitchenLoadRoutes } from './kitchen-load/routes.ts'
import type { Live } from './live/live.ts'
import { liveRoutes } from './live/routes.ts'
import type { Pictures } from './media/pictures.ts'
import { categoryCalled, listedCategories, site } from './menu/queries.ts'
import { menuRoutes } from './menu/routes.ts'
import { officeRoutes } from './office/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { ownDataRoutes } from './own-data/routes.ts'
import { withCharge } from './payments/charges.ts'
import type { Provider } from './payments/provider.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { Log } from './process/log.ts'
import { pushRoutes } from './push/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { ratingRoutes } from './ratings/routes.ts'
import type { Films } from './restaurant/films.ts'
import { riderRoutes } from './riders/routes.ts'

export type Parts = {
  readonly database: Database
  readonly auth: Auth
  readonly sessions: Sessions
  readonly tries: Tries
  readonly live: Live
  /** The public key that browsers subscribe to push messages with: see `push/`. */
  readonly pushKey: string
  readonly pictures: Pictures
  readonly films: Films
  /** The payment provider; undefined where people alone confirm payments. */
  readonly provider?: Provider | undefined
  readonly web: Web
  readonly log: Log
  /** Undefined: the address that the request came to. */
  readonly publicUrl: string | undefined
  readonly trustedProxies: number
  readonly development: boolean
}

/** The one place where the parts are wired together. */
export function createApp(parts: Parts): Hono {
  const { database, live, pictures, films, web, log, publicUrl, development } = parts
  const callers: Callers = {
    user: parts.sessions.userOf,
    address: clientAddresses(parts.trustedProxies, log),
  }

  const app = new Hono()
  answerFailures(app, log, () => web.assets('home').styles)
  guardHeaders(app, { https: publicUrl?.startsWith('https:') ?? false, development })
  guardOrigin(app)

  app.use('/api/*', async (context, next) => {
    const { method } = context.req
    if (database.isFull() && method !== 'GET' && method !== 'HEAD') throw cannotRecord
    // Read before any data, so that a client that subscribes from this cursor misses no event.
    const cursor = live.cursor()
    await next()
    context.res.headers.set(cursorHeader, cursor)
  })
  serve(app, handlersOf(parts), callers, { verify: development })
  app.all('/api/*', () => {
    throw refuse('not-found', 'There is nothing here.')
  })

  if (web.folder !== undefined) serveAssets(app, web.folder)
  servePictures(app, pictures)
  serveFilms(app, films)
  serveIcons(app)
  serveWorker(app, web.worker)

  const origin = (context: Context) => publicUrl ?? new URL(context.req.url).origin
  serveSeo(app, { web, origin, site: () => site(database.orm) })
  const pages = servePages(app, {
    web,
    origin,
    cursor: live.cursor,
    cardOf: pictures.cardOf,
    redirect: (path) => redirect(database, path),
    cache: !development,
  })
  live.onMenuChange(pages.clear)
  return app
}

/** What each endpoint of the contract does. */
function handlersOf({
  database,
  auth,
  sessions,
  tries,
  live,
  films,
  pushKey,
  provider,
  log,
}: Pick<
  Parts,
  'database' | 'auth' | 'sessions' | 'tries' | 'live' | 'films' | 'pushKey' | 'provider' | 'log'
>): Handlers {
  return {
    'GET /api/health': async () => {
      if (database.isFull()) throw cannotRecord
      await database.pool.query('select 1')
      return { ok: true }
    },
    'GET /api/openapi.json': async () => openApi(),
    ...menuRoutes({ database }),
    ...homeRoutes({ database, films }),
    ...farmRoutes({ database, films }),
    ...authRoutes({ database, auth, tries }),
    ...guestRoutes({ database, auth, tries }),
    ...ownDataRoutes({ database, auth, tries }),
    ...quoteRoutes({
      database,
      addressKey: tries.addressKey,
      payable: provider && ((quote) => withCharge(database, provider, log, quote)),
    }),
    ...orderRoutes({ database, tries }),
    ...counterRoutes({ database }),
    ...paymentRoutes({ database, provider, log }),
    ...pushRoutes({ database, auth, pushKey }),
    ...ratingRoutes({ database }),
    ...riderRoutes({ database }),
    ...kitchenLoadRoutes({ database }),
    ...officeRoutes({ database, auth }),
    ...liveRoutes({ live, user: sessions.userOf }),
  }
}

/** '/menu' leads to the first listed category; '/menu/Soft%20Drinks/' and '/menu/drinks' lead to '/menu/softdrinks'. */
async function redirect(database: Database, path: string): Promise<{ to: string; status: 301 | 302 } | undefined> {
  // An address that starts with two slashes would lead to another site.
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  if (plain === '/menu') {
    const [first] = await listedCategories(database.orm)
    return first && { to: `/menu/${first.id}`, status: 302 }
  }
  const name = /^\/menu\/([^/]{1,300})$/.exec(plain)?.[1]
  const called = name && decoded(name)
  const id = called && (await categoryCalled(database.orm, called))
  const to = id ? `/menu/${id}` : plain
  return to === path ? undefined : { to, status: 301 }
}

/** Undefined where the text is not valid percent-encoding, or holds a NUL, which PostgreSQL does not take. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text)
    return plain.includes('\0') ? undefined : plain
  } catch {
    return undefined
  }
}
