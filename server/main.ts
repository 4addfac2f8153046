import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, Server as SocketServer } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { createAuth } from './auth/auth.ts'
import {
  type DemoSignIn,
  ensureDemoStaff,
  ensureOwner,
  forgetDemoPasswords,
  openDemoAccounts,
} from './auth/demo-staff.ts'
import { createTries } from './auth/rate-limits.ts'
import { createSessions } from './auth/sessions.ts'
import { startBackups } from './backup-schedule.ts'
import { hasRestaurant, writeBackup } from './db/backup.ts'
import { openDataFolder, readSecrets } from './db/data-folder.ts'
import { joinDatabase, openDatabase } from './db/database.ts'
import { backupName } from './db/kept-backups.ts'
import { lastMigrationName, migrate } from './db/migrate.ts'
import { readSettings as readRestaurantSettings } from './db/settings.ts'
import { requireSharedSecrets } from './db/shared-secrets.ts'
import { startSweeps } from './db/sweeps.ts'
import { openBuild } from './http/build.ts'
import { openDevelopment } from './http/development.ts'
import { openLive } from './live/live.ts'
import { openPictures, type Pictures } from './media/pictures.ts'
import { loadRestaurant } from './menu-versions/load.ts'
import { escalate, noteEscalation } from './orders/alarms.ts'
import { paystack } from './payments/paystack.ts'
import { findStored } from './photos/photos.ts'
import { readSettings, type Settings } from './process/env.ts'
import { describeError, log } from './process/log.ts'
import { giveMemoryBack } from './process/memory.ts'
import { StartError } from './process/start-error.ts'
import { serverKeys } from './push/encryption.ts'
import { openPush } from './push/push.ts'
import { registerCards, registerPictures } from './register-pictures.ts'
import { fileExists } from './restaurant/data-file.ts'
import { emptyRestaurant } from './restaurant/empty.ts'
import { openFilms } from './restaurant/films.ts'
import { readRestaurant } from './restaurant/restaurant.ts'
import { openSecurityLog } from './security-log/security-log.ts'
import { settleAccounts } from './settings/accounts.ts'
import { announceHours } from './settings/hours.ts'
import { returnDishes } from './stock/change-item.ts'
import { sweepsOf } from './sweeps.ts'
import { createMetrics } from './watch/metrics.ts'
import { watchReadiness } from './watch/readiness.ts'

/** Milliseconds from the signal to the end: what orchestrators commonly grant, halved. */
const stopWithin = 5000

/** Milliseconds of these that requests in flight get: a client that never finishes must not keep the database from its end. */
const finishWithin = 3000

/**
 * Milliseconds after which a connection that takes and gives nothing is closed. A stream beats and a poll answers far more
 * often, so this is a client that is gone, or that stopped reading with its buffers full.
 */
const deadAfter = 60_000

/**
 * Milliseconds for the head of a request, also on a connection that has sent nothing yet, and for all of it. The largest body
 * has 64 kB; a form has two, which the slowest phone sends in seconds.
 */
const slowClients = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }

type Stop = () => Promise<void>

/**
 * Starts the parts in order; what was started is stopped in reverse, however far it came. Rejects at the next step once
 * `signal` is aborted.
 */
async function start(settings: Settings, stops: Stop[], signal: AbortSignal): Promise<void> {
  const { databaseUrl, development } = settings
  const opening = development ? undefined : openBuild()
  opening?.catch(() => {})
  // Under `npm start` the process above this one runs PostgreSQL, and starts it while this one loads: see start.ts.
  const joins = cluster.isWorker && databaseUrl === undefined
  if (joins) await Promise.race([databaseStarted.promise, once(signal, 'abort')])
  signal.throwIfAborted()
  const folder = await openDataFolder(settings.dataDir, { shared: databaseUrl !== undefined || cluster.isWorker })
  stops.push(folder.release)

  const told = (message: string) => log('database', { message })
  const database = joins
    ? await joinDatabase({ dataDir: folder.path, log: told })
    : await openDatabase({ databaseUrl, dataDir: folder.path, log: told, signal })
  stops.push(database.stop)
  signal.throwIfAborted()
  await migrate(database.connection, undefined, undefined, (first) =>
    backUpBefore(first, database.connection, folder.path, settings),
  )
  const { restaurantDir } = settings
  if (!(await isLoaded(database, restaurantDir))) {
    await loadRestaurant(database, settings.empty ? emptyRestaurant : await readRestaurant(restaurantDir))
  }
  signal.throwIfAborted()
  const restaurant = await readRestaurantSettings(database.orm)
  const films = await openFilms(restaurantDir)

  const secrets = {
    'auth-secret': settings.secrets['auth-secret'] ?? (await folder.secret('auth-secret')),
    'push-secret': settings.secrets['push-secret'] ?? (await folder.secret('push-secret')),
  }
  await requireSharedSecrets(database.pool, secrets, { replaces: settings.replaceSecrets })
  const secret = secrets['auth-secret']
  const auth = await createAuth({
    database,
    secret,
    origin: settings.publicUrl ?? `http://localhost:${settings.port}`,
    emailHost: restaurant.emailHost,
    requireSecondFactor: settings.requireSecondFactor,
  })
  const sessions = createSessions({ database, auth })
  const tries = createTries({ database, secret })
  const securityLog = openSecurityLog({ database, addressKey: tries.addressKey })
  stops.push(securityLog.stop)
  const { isExposed, demoStaff } = settings
  if (isExposed) await forgetDemoPasswords(folder.path)
  const dataDir = isExposed ? undefined : folder.path
  // To try their passwords takes as long as the rest of a start, which goes on meanwhile.
  const staffChecked = demoStaff ? ensureDemoStaff({ database, auth, dataDir }) : Promise.resolve([])
  staffChecked.catch(() => {})
  const owner = demoStaff ? undefined : await ensureOwner({ database, auth })
  const demoAccounts = isExposed ? await openDemoAccounts(database.orm) : []
  if (demoAccounts.length > 0) log('demo-accounts.open', { accounts: demoAccounts.length })

  let menuChanged = false
  let learning: Promise<unknown> = Promise.resolve()
  const pictures: Pictures = await openPictures({
    sourceDir: join(settings.restaurantDir, 'pictures'),
    dataDir: folder.path,
    findStored: async (name) => {
      // Another process may have brought back files with an earlier menu.
      if (menuChanged) {
        menuChanged = false
        learning = registerPictures(database.orm, pictures).catch((error: unknown) =>
          log('pictures', describeError(error)),
        )
      }
      await learning
      return findStored(database.orm, name)
    },
    log: { warn: (message, cause) => log('pictures', { message, ...describeError(cause) }) },
  })
  let warming: Promise<unknown> = Promise.resolve()
  stops.push(async () => void (await warming))
  stops.push(pictures.stop)
  const missing = await registerPictures(database.orm, pictures)
  if (missing.length > 0) log('pictures.missing', { files: missing.length, first: missing[0] })
  await registerCards(database.orm, pictures)

  const server = createServer(slowClients)
  server.setTimeout(deadAfter)
  stopListening = () => SocketServer.prototype.close.call(server)
  stops.push(() => close(server))
  // Stopped before the server, which waits for open streams to end.
  const live = await openLive({ database, log })
  stops.push(live.stop)
  live.onMenuChange(() => {
    menuChanged = true
  })
  const pushKeys = serverKeys(secrets['push-secret'])
  const push = await openPush({
    database,
    live,
    keys: pushKeys,
    contact: pushContact(settings, restaurant.emailHost),
    log,
    onOutcome: (outcome) => noteEscalation(database, outcome),
  })
  stops.push(push.stop)

  const built = await (opening ?? openDevelopment(server, stops))
  const web = settings.serviceWorker ? built : { ...built, worker: undefined }
  const { publicUrl, trustedProxies, paystackSecretKey } = settings
  const app = createApp({
    database,
    auth,
    sessions,
    tries,
    live,
    pushKey: pushKeys.publicKey,
    pictures,
    films,
    dataDir: folder.path,
    readDemoMenu: async () => (await readRestaurant(restaurantDir)).categories,
    provider: paystackSecretKey === undefined ? undefined : paystack({ secretKey: paystackSecretKey }),
    securityLog,
    retention: settings.retention,
    web,
    watching: {
      metrics: createMetrics({ database, live, dataDir: folder.path }),
      readiness: watchReadiness(database, await lastMigrationName()),
      metricsToken: settings.metricsToken,
      accessLog: settings.accessLog,
    },
    log,
    publicUrl,
    trustedProxies,
    development,
  })
  // Its own Request and Response take the place of Node's, whose streams take twice as long as the rest of an answer.
  const answer = getRequestListener(app.fetch)
  server.on('request', (incoming, outgoing) => {
    if (!server.listening) outgoing.shouldKeepAlive = false
    if (web.middleware) web.middleware(incoming, outgoing, () => void answer(incoming, outgoing))
    else void answer(incoming, outgoing)
  })
  signal.throwIfAborted()
  await listen(server, settings)

  stops.push(startSweeps(database, sweepsOf(settings.retention), log).stop)
  if (settings.backupDir !== undefined) stops.push(startBackups(log).stop)
  // Dishes come back, the owner is called, accounts and hours change: on time, give or take some seconds.
  const due = [returnDishes, escalate, settleAccounts, announceHours]
  const works = due.map((work) => () => work(database))
  stops.push(doEvery(10_000, works))

  const staff = await staffChecked
  const address = publicUrl ?? `http://localhost:${(server.address() as AddressInfo).port}`
  if (restaurant.setup === 'begun') welcomeToSetup(address, owner)
  else welcome(address, restaurant.name, { staff, owner, demoAccounts })
  giveMemoryBack()
  // Pages that are made from now on have the colours of the pictures as well.
  warming = pictures
    .warm(showProgress)
    .then((isDone) => (isDone ? registerPictures(database.orm, pictures) : undefined))
    .catch((error: unknown) => log('pictures', describeError(error)))
}

/** Where backups are kept, one is made before tables change. */
async function backUpBefore(
  migration: string,
  connection: Parameters<typeof migrate>[0],
  dataDir: string,
  { backupDir, backupPassphrase: passphrase, secrets }: Settings,
): Promise<void> {
  if (backupDir === undefined || !(await hasRestaurant(connection))) return
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const file = join(backupDir, backupName(new Date(), `before-${migration.replace(/\.sql$/, '')}`))
  await writeBackup(
    connection,
    file,
    { secrets: { ...(await readSecrets(dataDir)), ...secrets }, passphrase },
    () => {},
  )
  log('backup.before-migration', { migration })
}

/** Apple's service refuses whoever gives no way to reach them. */
function pushContact({ pushContact, publicUrl }: Settings, emailHost: string): string {
  return pushContact ?? (publicUrl?.startsWith('https:') ? publicUrl : `mailto:restaurant@${emailHost}`)
}

/**
 * Whether the database has all that the folder has. The folder may have gained a farm since the first start. A restaurant that
 * was set up on /setup takes nothing from the folder.
 */
async function isLoaded({ pool }: Awaited<ReturnType<typeof openDatabase>>, folder: string): Promise<boolean> {
  const { rows } = await pool.query<{ farm: boolean }>(
    "select exists (select from farm) or settings.document ? 'setup' as farm from settings, home",
  )
  return rows.some(({ farm }) => farm) || (rows.length > 0 && !(await fileExists(join(folder, 'farm.json'))))
}

/** Does what time alone makes due, now and every so many milliseconds. */
function doEvery(milliseconds: number, works: readonly (() => Promise<void>)[]): Stop {
  const work = () => {
    for (const each of works) each().catch((error: unknown) => log('due-work.failed', describeError(error)))
  }
  const timer = setInterval(work, milliseconds)
  work()
  return async () => clearInterval(timer)
}

function listen(server: ReturnType<typeof createServer>, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start.`
          : error.code === 'EACCES'
            ? `Port ${port} needs rights that this user lacks. Choose one above 1023: PORT=3000 npm start.`
            : `The server cannot listen on ${host ?? 'any address'}, port ${port} (${error.code}).`
      reject(new StartError(why))
    })
    server.listen({ port, host }, resolve)
  })
}

/**
 * Requests in flight are finished, connections closed as soon as they are idle. A server that retires leaves idle ones to
 * their clients, which end them before or with the next answer: on a connection that it closed itself, a request might just
 * be coming.
 */
function close(server: ReturnType<typeof createServer>): Promise<void> {
  const grace = retires ? server.keepAliveTimeout + 2000 : 0
  return new Promise((resolve) => {
    const since = performance.now()
    const sweeping = setInterval(() => performance.now() - since >= grace && server.closeIdleConnections(), 20)
    const giveUp = setTimeout(() => server.closeAllConnections(), grace + finishWithin)
    // Not http's own close, which would close idle connections at once.
    SocketServer.prototype.close.call(server, () => {
      clearInterval(sweeping)
      clearTimeout(giveUp)
      resolve()
    })
  })
}

function welcome(
  address: string,
  name: string,
  {
    staff,
    owner,
    demoAccounts,
  }: {
    staff: readonly DemoSignIn[]
    owner: Awaited<ReturnType<typeof ensureOwner>>
    /** Names of those that are still on, where others than this machine reach the server. */
    demoAccounts: readonly string[]
  },
): void {
  const signIns = staff.map(
    ({ role, username, password }) => `    ${username.padEnd(10)} ${password.padEnd(24)} ${role}`,
  )
  const lines = [
    '',
    `  ${name} is open: ${address}`,
    ...(staff.length > 0
      ? [
          '',
          `  The desk: ${address}/desk, the kitchen: ${address}/kitchen, the riders: ${address}/rider, the office: ${address}/office`,
          '  Demo sign-ins:',
          ...signIns,
        ]
      : []),
    ...(owner
      ? [
          '',
          `  Set the owner's password within a day: ${address}, Log in, Forgot your password?`,
          `    Username: ${owner.username}`,
          `    Code: ${owner.code}`,
          `  The code works once and is not shown again; npm run owner ${owner.username} makes a password in its place. The office: ${address}/office`,
        ]
      : []),
    ...(demoAccounts.length > 0
      ? [
          '',
          `  Warning: others reach this server, and demo accounts can sign in to it: ${demoAccounts.join(', ')}.`,
          `  Give each another password or switch it off: ${address}/office/staff`,
        ]
      : []),
    '',
  ]
  console.log(lines.join('\n'))
}

/** The restaurant is not open yet. The code is that of the owner whom this start has created. */
function welcomeToSetup(address: string, owner: Awaited<ReturnType<typeof ensureOwner>>): void {
  const lines = owner
    ? [
        '  Set the restaurant up there within a day:',
        `    Code: ${owner.code}`,
        `  The code works once and is not shown again; npm run owner ${owner.username} makes a password in its place.`,
      ]
    : ['  It goes on where it was left. If the code of the first start is lost: npm run owner owner']
  console.log(['', `  The set-up is open: ${address}/setup`, '', ...lines, ''].join('\n'))
}

/** A line for each tenth of the pictures: a first start makes them while pages already answer. */
function showProgress(done: number, of: number): void {
  if (done % Math.ceil(of / 10) === 0 || done === of) console.log(`  Pictures: ${done} of ${of} are ready.`)
}

let stopListening = () => {}
/** The next server has begun to take requests: see start.ts. */
let retires = false
const stops: Stop[] = []
const toldToStop = new AbortController()
const databaseStarted = Promise.withResolvers<void>()
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    await starting.catch(() => {})
    for (const each of stops.splice(0).reverse()) {
      await each().catch((error: unknown) => log('stop.failed', describeError(error)))
    }
  })()
  return stopping
}

function stopAndExit(code: number): void {
  toldToStop.abort()
  // Counted from the end of the start, which would leave behind the database that it is just making.
  const within = retires ? 3 * stopWithin : stopWithin
  void starting.catch(() => {}).then(() => setTimeout(() => process.exit(code), within).unref())
  void stop().then(() => process.exit(code))
}

process.on('SIGTERM', () => stopAndExit(0))
process.on('SIGINT', () => stopAndExit(0))
process.on('message', (message) => {
  if (message === 'database-started') databaseStarted.resolve()
  if (message !== 'retire') return
  retires = true
  stopListening()
  stopAndExit(0)
})

const starting = (async () => start(readSettings(process.env, process.argv), stops, toldToStop.signal))()
try {
  await starting
} catch (error) {
  if (error instanceof StartError) console.error(`\n  ${error.message}\n`)
  else if (!toldToStop.signal.aborted) log('start.failed', describeError(error))
  stopAndExit(1)
}
