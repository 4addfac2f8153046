import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { cursorHeader } from '#contract/live.ts'
import type { Site } from '#contract/site.ts'
import { screens } from '#domain/restaurant/policy.ts'
import type { Auth } from './auth/auth.ts'
import { authRoutes } from './auth/auth-routes.ts'
import type { Tries } from './auth/rate-limits.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { openProofs } from './auth/second-step.ts'
import { incompleteSession, type Sessions } from './auth/sessions.ts'
import { dayRoutes } from './books/day-routes.ts'
import { figuresRoutes } from './books/figures/figures-routes.ts'
import { tillRoutes } from './books/till-routes.ts'
import { conversationRoutes } from './conversations/conversation-routes.ts'
import type { PrivateCodes } from './conversations/private-code.ts'
import { counterRoutes } from './counter/counter-routes.ts'
import type { Database } from './db/database.ts'
import type { PictureDocument } from './db/schema.ts'
import { isInSetup, readSettings } from './db/stored-settings.ts'
import { farmRoutes } from './farm/farm-routes.ts'
import { guestRoutes } from './guests/guest-routes.ts'
import { homeRoutes } from './home/home-routes.ts'
import { clientAddresses } from './http/client-address.ts'
import { answerUnchanged } from './http/etag.ts'
import { serveAssets, serveBrand, serveFilms, servePictures } from './http/files.ts'
import { answerFailures, cannotRecord, endHeadBodies, guardHeaders, guardOrigin, requestIds } from './http/guard.ts'
import { openKeptAnswers } from './http/kept-answers.ts'
import { openApi } from './http/openapi.ts'
import { originOf } from './http/origin.ts'
import { servePages } from './http/pages.ts'
import { refuse } from './http/problems.ts'
import { openPromiseCache } from './http/promise-cache.ts'
import type { Handlers } from './http/route.ts'
import { serveSeo } from './http/seo.ts'
import { type Callers, type SharedAnswer, serve } from './http/serve.ts'
import type { Web } from './http/web-build.ts'
import { serveWorker } from './http/worker.ts'
import type { Live } from './live/live.ts'
import { liveRoutes } from './live/live-routes.ts'
import { lookOf } from './media/brand.ts'
import type { Pictures } from './media/pictures.ts'
import { categoryCalled, listedCategories, site } from './menu/menu-queries.ts'
import { menuRoutes } from './menu/menu-routes.ts'
import { customerRoutes } from './office/customer-routes.ts'
import { foundOrderRoutes } from './office/found-order-routes.ts'
import { officeRoutes } from './office/office-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { ownDataRoutes } from './own-data/own-data-routes.ts'
import { chargesOf } from './payments/charges.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import type { Provider } from './payments/provider.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import { findStored } from './photos/photos.ts'
import { printerRoutes } from './printers/printer-routes.ts'
import type { Log } from './process/log.ts'
import type { Retention } from './process/retention.ts'
import { pushRoutes } from './push/push-routes.ts'
import type { PushSender } from './push/service.ts'
import { quoteRoutes } from './quotes/quote-routes.ts'
import { ratingRoutes } from './ratings/rating-routes.ts'
import { nameFile, registerCards } from './register-pictures.ts'
import type { Films } from './restaurant/films.ts'
import { riderRoutes } from './riders/rider-routes.ts'
import type { SecurityLog } from './security-log/security-log.ts'
import { accountRoutes } from './settings/bank-account-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import type { ReadDemoMenu } from './setup/setup.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { slotRoutes } from './slots/slot-routes.ts'
import { requestNotes, serveWatching, type Watching, watchRequests } from './watch/watch-routes.ts'

type Parts = {
  readonly database: Database
  readonly auth: Auth
  readonly sessions: Sessions
  readonly tries: Tries
  readonly live: Live
  readonly pushSender: PushSender
  readonly codes: PrivateCodes
  readonly pictures: Pictures
  readonly films: Films
  readonly securityLog: Pick<SecurityLog, 'note'>
  readonly retention: Retention
  /** The folder whose disk usage owners see; undefined if they see none. */
  readonly dataDir?: string | undefined
  readonly readDemoMenu: ReadDemoMenu
  /** The payment provider; undefined if only people confirm payments. */
  readonly provider?: Provider | undefined
  /** Aborts when the server stops, to end the decoding of photos. */
  readonly stopping?: AbortSignal
  readonly web: Web
  /** Metrics and readiness of this server; undefined without monitoring. */
  readonly watching?: Watching
  readonly log: Log
  /** The public address. If undefined, links in a response use the address of its request. */
  readonly publicUrl: string | undefined
  /** The address for links in messages. Messages are sent outside a request, so no request's address is available. */
  readonly origin: string
  readonly trustedProxies: number
  readonly development: boolean
}

/**
 * The most cached responses of public endpoints: enough for one per category of the menu and one per other endpoint.
 */
const mostAnswers = 100

/**
 * The longest time that a response is cached. An event of a change clears the cache at once, but two changes of public
 * data have no event: manual SQL, and a picture's new colour.
 */
const maxAnswerAgeMs = 60_000

/** Wires the parts together. `listener` answers the requests of a Node server. */
export function createApp(parts: Parts): { readonly app: Hono; readonly listener: RequestListener } {
  const { database, live, pictures, films, securityLog, web, watching, log, publicUrl, development } = parts
  const callers: Callers = {
    user: parts.sessions.userOf,
    incomplete: (headers) => incompleteSession(parts, headers),
    address: clientAddresses(parts.trustedProxies, log),
  }

  const mayKeep = () => !development && live.isCurrent()
  const requestId = requestIds({ trusted: parts.trustedProxies > 0 })
  const note = watching ? requestNotes(watching, log) : () => {}
  const kept = openKeptAnswers({ keeps: mayKeep, cursor: live.cursor, requestId, note })

  const app = new Hono()
  answerFailures(app, log, {
    styles: () => web.assets('home').styles,
    onRefusal: (refusal, endpoint, context) => securityLog.note(refusal, endpoint, callers.address(context)),
  })
  watchRequests(app, note)
  endHeadBodies(app)
  answerUnchanged(app)
  kept.keepFrom(app)
  guardHeaders(app, { https: publicUrl?.startsWith('https:') ?? false, development, requestId })
  guardOrigin(app)

  const answers = openPromiseCache<SharedAnswer>({ most: mostAnswers, longestAge: maxAnswerAgeMs, keeps: mayKeep })
  const clear = () => {
    answers.clear()
    kept.clear()
  }
  live.onMenuChange(clear)
  app.use('/api/*', async (context, next) => {
    const { method } = context.req
    if (database.isFull() && method !== 'GET' && method !== 'HEAD') throw cannotRecord
    // The cursor is read before any data, so a client that subscribes from this cursor misses no event.
    const cursor = live.cursor()
    await next()
    context.res.headers.set(cursorHeader, cursor)
  })
  serve(app, handlersOf(parts), callers, { verify: development, shared: { ...answers, clear } })
  app.all('/api/*', () => {
    throw refuse('not-found', 'There is nothing here.')
  })

  if (watching) serveWatching(app, watching)
  serveBrand(app, {
    look: async () => lookOf(await readSettings(database.orm)),
    findStored: (name) => findStored(database.orm, name),
  })
  if (web.folder !== undefined) serveAssets(app, web.folder)
  servePictures(app, pictures)
  serveFilms(app, films)
  serveWorker(app, web.worker)

  const origin = (context: Context) => originOf(context, publicUrl)
  const sites = openPromiseCache<Site>({ most: 1, longestAge: maxAnswerAgeMs, keeps: mayKeep })
  live.onMenuChange(sites.clear)
  serveSeo(app, {
    web,
    publicUrl,
    site: () => sites.get('', () => site(database.orm)),
    isOpen: async () => !(await isInSetup(database.orm)),
  })
  const cards = openPromiseCache<typeof pictures.cardOf>({ most: 1, longestAge: maxAnswerAgeMs })
  live.onMenuChange(cards.clear)
  const pages = servePages(app, {
    web,
    origin,
    cursor: live.cursor,
    cards: () => cards.get('', () => registerCards(database.orm, pictures).then(() => pictures.cardOf)),
    redirect: (path) => redirect(database, path),
    isOpen: async (path) => isForStaff(path) || !(await isInSetup(database.orm)),
    cache: mayKeep,
  })
  live.onMenuChange(pages.clear)
  const answer = getRequestListener(app.fetch)
  return {
    app,
    listener(incoming, outgoing) {
      if (!kept.send(incoming, outgoing)) void answer(incoming, outgoing)
    },
  }
}

function handlersOf({
  database,
  auth,
  sessions,
  tries,
  live,
  films,
  pictures,
  readDemoMenu,
  dataDir,
  pushSender,
  codes,
  origin,
  provider,
  retention,
  stopping,
  log,
  publicUrl,
}: Parts): Handlers {
  const withProof = openProofs({ database, auth, tries, publicUrl })
  const menu = { database, nameFile: (picture: PictureDocument) => nameFile(pictures, picture) }
  return {
    'GET /api/openapi.json': async () => openApi(),
    ...menuRoutes(menu),
    ...homeRoutes({ database, films }),
    ...farmRoutes({ database, films }),
    ...authRoutes({ database, auth, tries }),
    ...secondFactorRoutes({ database, auth, tries, publicUrl }),
    ...guestRoutes({ database, auth, tries }),
    ...ownDataRoutes({ database, auth, tries, retention, provider }),
    ...quoteRoutes({
      database,
      addressKey: tries.addressKey,
      payable: provider && chargesOf(database, provider, log),
    }),
    ...orderRoutes({ database, tries }),
    ...counterRoutes({ database }),
    ...tillRoutes({ database }),
    ...paymentRoutes({ database, provider, log }),
    ...printerRoutes({ database }),
    ...pushRoutes({ database, auth, sender: pushSender }),
    ...conversationRoutes({ database, sealed: auth.sealedTexts, codes, origin, log }),
    ...ratingRoutes({ database, tries }),
    ...slotRoutes({ database }),
    ...riderRoutes({ database }),
    ...officeRoutes({ database, auth, withProof, dataDir }),
    ...figuresRoutes({ database }),
    ...foundOrderRoutes({ database }),
    ...customerRoutes({ database }),
    ...dayRoutes({ database }),
    ...photoRoutes({ database, stopping }),
    ...settingsRoutes({ database, withProof }),
    ...setupRoutes({ ...menu, publicUrl, readDemoMenu }),
    ...accountRoutes({ database, withProof }),
    ...liveRoutes({ live, user: sessions.userOf }),
  }
}

/** Returns true for the screens of staff, and for files that their service worker caches for offline use. */
function isForStaff(path: string): boolean {
  return path in screens || path === '/offline'
}

/**
 * Returns the redirect of a path: '/menu' leads to the first listed category, and '/menu/Soft%20Drinks/' and
 * '/menu/drinks' lead to '/menu/softdrinks'.
 */
async function redirect(database: Database, path: string): Promise<{ to: string; status: 301 | 302 } | undefined> {
  // A path that starts with two slashes would lead to another site.
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

/**
 * Returns the decoded text; undefined if its percent-encoding is invalid, or it contains a NUL, which PostgreSQL
 * refuses.
 */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text)
    return plain.includes('\0') ? undefined : plain
  } catch {
    return undefined
  }
}
