import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { createAuth } from './auth/auth.ts'
import { ensureDemoStaff, ensureOwner, forgetDemoPasswords, openDemoAccounts } from './auth/demo-staff.ts'
import { createTries } from './auth/rate-limits.ts'
import { createSessions } from './auth/sessions.ts'
import { startBackups } from './backup-schedule.ts'
import { publishMessageChange } from './conversations/desk-messages.ts'
import { privateCodes } from './conversations/private-code.ts'
import { wayBack } from './conversations/way-back.ts'
import { hasRestaurant, writeBackup } from './db/backup-file.ts'
import { openDataFolder, readSecrets } from './db/data-folder.ts'
import { type Database, joinDatabase, openDatabase } from './db/database.ts'
import { backupName } from './db/kept-backups.ts'
import { lastMigrationName, migrate } from './db/migrate.ts'
import { requireSharedSecrets } from './db/shared-secrets.ts'
import { readSettings as readRestaurantSettings } from './db/stored-settings.ts'
import { startSweeps } from './db/sweep-runner.ts'
import { openDevelopment } from './http/development.ts'
import { openBuild } from './http/web-build.ts'
import { endPauseAndRush } from './kitchen-load/ends.ts'
import { close, listen, openServer, stopListening } from './listening.ts'
import { openLive } from './live/live.ts'
import { loadRestaurant } from './menu-versions/load.ts'
import { openMessages } from './messages/send-messages.ts'
import { escalate, noteEscalation } from './orders/alarms.ts'
import { paystack } from './payments/paystack.ts'
import { noteSilence } from './printers/queue.ts'
import { readSettings, type Settings } from './process/env.ts'
import { describeError, log } from './process/log.ts'
import { sentenceOf } from './process/start-error.ts'
import { serverKeys } from './push/encryption.ts'
import { openMenuPictures, registerPictures } from './register-pictures.ts'
import { fileExists } from './restaurant/data-file.ts'
import { emptyRestaurant } from './restaurant/empty.ts'
import { openFilms } from './restaurant/films.ts'
import { readRestaurant } from './restaurant/restaurant.ts'
import { openSecurityLog } from './security-log/security-log.ts'
import { settleAccounts } from './settings/bank-accounts.ts'
import { announceHours } from './settings/hours.ts'
import { askAboutSlots, fallDue } from './slots/slots-kept.ts'
import { showProgress, welcome, welcomeToSetup } from './start-banner.ts'
import { returnDishes } from './stock/change-item.ts'
import { sweepsOf } from './sweeps.ts'
import { createMetrics } from './watch/metrics.ts'
import { watchReadiness } from './watch/readiness.ts'

/** The time limit of a stop: half of the time that orchestrators commonly grant. */
const stopTimeoutMs = 5000

/**
 * The time for which photos are still decoded during a stop. Requests have three seconds to finish (listening.ts), but
 * decoding a photo may take a minute.
 */
const decodeTimeoutMs = 2000

type Stop = () => Promise<void>

/**
 * Starts the parts in order, and registers their stops, which run in reverse. Rejects at the next step after `signal`
 * is aborted.
 */
async function start(settings: Settings, stops: Stop[], signal: AbortSignal): Promise<void> {
  const { development, restaurantDir } = settings
  const opening = development ? undefined : openBuild()
  opening?.catch(() => {})
  const { folder, database } = await openStorage(settings, stops, signal)
  signal.throwIfAborted()
  const restaurant = await readRestaurantSettings(database.orm)
  const films = await openFilms(restaurantDir)

  const secrets = {
    'auth-secret': settings.secrets['auth-secret'] ?? (await folder.secret('auth-secret')),
    'push-secret': settings.secrets['push-secret'] ?? (await folder.secret('push-secret')),
  }
  await requireSharedSecrets(database.pool, secrets, { replaces: settings.replaceSecrets })
  const secret = secrets['auth-secret']
  const origin = settings.publicUrl ?? `http://localhost:${settings.port}`
  const auth = createAuth({
    database,
    secret,
    origin,
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
  // This check runs in parallel, because trying the demo passwords takes as long as the rest of a start.
  const staffChecked = demoStaff ? ensureDemoStaff({ database, auth, dataDir }) : Promise.resolve([])
  staffChecked.catch(() => {})
  const owner = demoStaff ? undefined : await ensureOwner({ database, auth })
  const demoAccounts = isExposed ? await openDemoAccounts(database.orm) : []
  if (demoAccounts.length > 0) log('demo-accounts.open', { accounts: demoAccounts.length })

  const { pictures, learnAgain } = await openMenuPictures(database.orm, { restaurantDir, dataDir: folder.path, log })
  let warming: Promise<unknown> = Promise.resolve()
  stops.push(async () => void (await warming))
  stops.push(pictures.stop)

  const server = openServer()
  stopTaking = () => stopListening(server)
  stops.push(() => close(server, { retires }))
  // Live events stop before the server, which waits for open streams to end.
  const live = await openLive({ database, log })
  stops.push(live.stop)
  const decoding = new AbortController()
  stops.push(async () => void setTimeout(() => decoding.abort(), decodeTimeoutMs).unref())
  live.onMenuChange(learnAgain)
  const pushSender = {
    keys: serverKeys(secrets['push-secret']),
    contact: pushContact(settings, restaurant.emailHost),
  }
  const codes = privateCodes(secret)
  const messages = await openMessages({
    database,
    live,
    sender: pushSender,
    sealed: auth.sealedTexts,
    log,
    linkTo: (order, phone) => wayBack(database, { codes, origin }, order, phone),
    onOutcome: (outcome) => noteEscalation(database, outcome),
    onText: publishMessageChange,
  })
  stops.push(messages.stop)

  const built = await (opening ?? openDevelopment(server, stops))
  const web = settings.serviceWorker ? built : { ...built, worker: undefined }
  const { publicUrl, trustedProxies, paystackSecretKey } = settings
  const { listener } = createApp({
    database,
    auth,
    sessions,
    tries,
    live,
    pushSender,
    codes,
    origin,
    pictures,
    films,
    dataDir: folder.path,
    readDemoMenu: async () => (await readRestaurant(restaurantDir)).categories,
    provider: paystackSecretKey === undefined ? undefined : paystack({ secretKey: paystackSecretKey }),
    securityLog,
    retention: settings.retention,
    stopping: decoding.signal,
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
  server.on('request', (incoming, outgoing) => {
    if (web.middleware) web.middleware(incoming, outgoing, () => listener(incoming, outgoing))
    else listener(incoming, outgoing)
  })
  signal.throwIfAborted()
  await listen(server, settings)

  startWork(database, settings, stops)
  const staff = await staffChecked
  const address = publicUrl ?? `http://localhost:${(server.address() as AddressInfo).port}`
  if (restaurant.setup === 'begun') welcomeToSetup(address, owner)
  else welcome(address, restaurant.name, { staff, owner, demoAccounts })
  // Makes the missing files of the pictures, and then registers the pictures again. From then on, pages contain the
  // pictures' placeholder colours.
  warming = pictures
    .warm(showProgress)
    .then((isDone) => (isDone ? registerPictures(database.orm, pictures) : undefined))
    .catch((error: unknown) => log('pictures', describeError(error)))
}

/** Starts the sweeps, the backups, and the checks that run every ten seconds for work whose time has come. */
function startWork(database: Database, settings: Settings, stops: Stop[]): void {
  stops.push(startSweeps(database, sweepsOf(settings.retention), log).stop)
  if (settings.backupDir !== undefined) stops.push(startBackups(log).stop)
  // In this sequence: sold-out dishes return, orders for later start, owners are alerted, changed bank accounts take
  // effect, openings and closings are announced, pauses and rushes end, customers are asked for another slot, and
  // silent printers are noticed.
  const due = [
    returnDishes,
    fallDue,
    escalate,
    settleAccounts,
    announceHours,
    endPauseAndRush,
    askAboutSlots,
    noteSilence,
  ]
  stops.push(
    doEvery(
      10_000,
      due.map((work) => () => work(database)),
    ),
  )
}

/** Opens the data folder and the database, migrated and with a restaurant. */
async function openStorage(settings: Settings, stops: Stop[], signal: AbortSignal) {
  const { databaseUrl, restaurantDir } = settings
  // Under `npm start` the parent process runs PostgreSQL, and starts it while this process loads: see start.ts.
  const joins = cluster.isWorker && databaseUrl === undefined
  if (joins) await Promise.race([databaseStarted.promise, once(signal, 'abort')])
  signal.throwIfAborted()
  const folder = await openDataFolder(settings.dataDir, { shared: databaseUrl !== undefined || cluster.isWorker })
  stops.push(folder.release)

  const logDatabase = (message: string) => log('database', { message })
  const database = joins
    ? await joinDatabase({ dataDir: folder.path, log: logDatabase })
    : await openDatabase({ databaseUrl, dataDir: folder.path, log: logDatabase, signal })
  stops.push(database.stop)
  signal.throwIfAborted()
  await migrate(database.connection, undefined, undefined, (first) =>
    backUpBefore(first, database.connection, folder.path, settings),
  )
  if (!(await isLoaded(database, restaurantDir))) {
    await loadRestaurant(database, settings.empty ? emptyRestaurant : await readRestaurant(restaurantDir))
  }
  return { folder, database }
}

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

/** Apple's push service refuses senders without a contact. */
function pushContact({ pushContact, publicUrl }: Settings, emailHost: string): string {
  return pushContact ?? (publicUrl?.startsWith('https:') ? publicUrl : `mailto:restaurant@${emailHost}`)
}

/**
 * Returns true if the database has loaded everything from the folder. The folder may have gained a farm since the first
 * start. A restaurant set up on /setup loads nothing from the folder.
 */
async function isLoaded({ pool }: Awaited<ReturnType<typeof openDatabase>>, folder: string): Promise<boolean> {
  const { rows } = await pool.query<{ farm: boolean }>(
    "select exists (select from farm) or settings.document ? 'setup' as farm from settings, home",
  )
  return rows.some(({ farm }) => farm) || (rows.length > 0 && !(await fileExists(join(folder, 'farm.json'))))
}

function doEvery(milliseconds: number, works: readonly (() => Promise<void>)[]): Stop {
  const work = () => {
    for (const each of works) each().catch((error: unknown) => log('due-work.failed', describeError(error)))
  }
  const timer = setInterval(work, milliseconds)
  work()
  return async () => clearInterval(timer)
}

let stopTaking = () => {}
/** True after the next server has begun to take requests: see start.ts. */
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
  // The stop begins after the start has ended; otherwise a database that the start is just creating would be left
  // running.
  const within = retires ? 3 * stopTimeoutMs : stopTimeoutMs
  void starting.catch(() => {}).then(() => setTimeout(() => process.exit(code), within).unref())
  void stop().then(() => process.exit(code))
}

process.on('SIGTERM', () => stopAndExit(0))
process.on('SIGINT', () => stopAndExit(0))
process.on('message', (message) => {
  if (message === 'database-started') databaseStarted.resolve()
  if (message !== 'retire') return
  retires = true
  stopTaking()
  stopAndExit(0)
})

const starting = (async () => start(readSettings(process.env, process.argv), stops, toldToStop.signal))()
try {
  await starting
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence !== undefined) console.error(`\n  ${sentence}\n`)
  else if (!toldToStop.signal.aborted) log('start.failed', describeError(error))
  stopAndExit(1)
}
