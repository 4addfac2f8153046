import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultRetention, type Retention } from './retention.ts'
import { StartError } from './start-error.ts'

/**
 * The settings from environment and command line. All other settings are in the database, or made at the first start.
 */
export type Settings = {
  /** The port; 0 takes any free port. */
  readonly port: number
  /** The address to listen on; undefined listens on all addresses of the machine, IPv6 and IPv4. */
  readonly host: string | undefined
  /** An absolute path. */
  readonly dataDir: string
  /** The absolute path of the folder from which the first start reads the restaurant. */
  readonly restaurantDir: string
  /**
   * True if the owner of an empty database sets the restaurant up on /setup, instead of starting with `restaurantDir`:
   * with `--empty`, or with a public https address and neither RESTAURANT_DIR nor DEMO_STAFF=on.
   */
  readonly empty: boolean
  /** An external PostgreSQL; undefined runs the embedded one under `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The public address, such as 'https://buka.example'; undefined means this machine. */
  readonly publicUrl: string | undefined
  /**
   * The contact for push services, 'mailto:' or 'https:'; undefined means `publicUrl`, or the restaurant's mail domain.
   */
  readonly pushContact: string | undefined
  /**
   * The number of trusted proxies in front of the server. As many entries at the end of X-Forwarded-For are trusted.
   */
  readonly trustedProxies: number
  /** True if browsers store pages for offline reading. False makes browsers delete stored pages. */
  readonly serviceWorker: boolean
  /** Paystack's secret key; undefined means that only people confirm payments. */
  readonly paystackSecretKey: string | undefined
  /**
   * True if the first start creates staff accounts for trying the product. The default is true on a server for this
   * machine alone.
   */
  readonly demoStaff: boolean
  /** True if others can reach the server: with a public https address, or with an external database. */
  readonly isExposed: boolean
  /** True if owners and cashiers need a second factor. The default is true with a public https address. */
  readonly requireSecondFactor: boolean
  readonly retention: Retention
  /** Encrypts and decrypts backups; undefined writes unencrypted backups without secrets. */
  readonly backupPassphrase: string | undefined
  /** The absolute path of the folder for daily backups, encrypted with `backupPassphrase`; undefined makes none. */
  readonly backupDir: string | undefined
  /** Secrets set by the environment, by name. All other secrets are files of `dataDir`. */
  readonly secrets: Readonly<Partial<Record<'auth-secret' | 'push-secret', string>>>
  /** True if this server's secrets replace the secrets that the database knows. */
  readonly replaceSecrets: boolean
  /** The bearer token with which other machines read the metrics. */
  readonly metricsToken: string | undefined
  /** True if every request is logged. The default is true with a public https address. */
  readonly accessLog: boolean
  /** True if pages are served directly from their sources (`--dev`). */
  readonly development: boolean
}

const port = 'PORT must be a number from 0 to 65535'

function period(name: string, least: number, most: number, usual: number) {
  const sentence = `${name} must be a whole number from ${least} to ${most}`
  return z.coerce.number(sentence).int(sentence).min(least, sentence).max(most, sentence).default(usual)
}

function secret(name: string) {
  return z.string().min(43, `${name} must have at least 43 characters: openssl rand -base64 33`).optional()
}

const variables = z.object({
  PORT: z.coerce.number(port).int(port).min(0, port).max(65535, port).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('data'),
  RESTAURANT_DIR: z.string().default('restaurant'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must look like postgres://user:password@host:5432/name' })
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL must look like https://order.example.com' })
    .transform((url) => new URL(url).origin)
    .optional(),
  PUSH_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: 'PUSH_CONTACT must look like mailto:owner@example.com' })
    .optional(),
  SERVICE_WORKER: z.enum(['on', 'off'], 'SERVICE_WORKER must be on or off').default('on'),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(?:test|live)_\w+$/, 'PAYSTACK_SECRET_KEY must look like sk_live_… (Paystack: Settings, API Keys)')
    .optional(),
  DEMO_STAFF: z.enum(['on', 'off'], 'DEMO_STAFF must be on or off').optional(),
  SECOND_FACTOR: z.enum(['on', 'off'], 'SECOND_FACTOR must be on or off').optional(),
  AUTH_SECRET: secret('AUTH_SECRET'),
  PUSH_SECRET: secret('PUSH_SECRET'),
  REPLACE_SECRETS: z.enum(['on', 'off'], 'REPLACE_SECRETS must be on or off').default('off'),
  ACCESS_LOG: z.enum(['on', 'off'], 'ACCESS_LOG must be on or off').optional(),
  METRICS_TOKEN: z.string().min(16, 'METRICS_TOKEN must have at least 16 characters').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'BACKUP_PASSPHRASE must have at least 12 characters').optional(),
  KEEP_ORDERS_MONTHS: period('KEEP_ORDERS_MONTHS', 1, 120, defaultRetention.orderMonths),
  // An expired quote can be claimed for a day, and its transfer may come some days later.
  KEEP_QUOTES_DAYS: period('KEEP_QUOTES_DAYS', 7, 365, defaultRetention.quoteDays),
  KEEP_SECURITY_LOG_DAYS: period('KEEP_SECURITY_LOG_DAYS', 1, 365, defaultRetention.securityLogDays),
  TRUSTED_PROXIES: z.coerce.number('TRUSTED_PROXIES must be a whole number').int().min(0).max(10).default(0),
})

/**
 * Reads the settings. `words` are the arguments of the command line. Throws StartError with a sentence about the first
 * invalid setting. An empty variable counts as not set.
 */
export function readSettings(environment: NodeJS.ProcessEnv, words: readonly string[]): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = variables.safeParse(given)
  if (!result.success) throw new StartError(`${result.error.issues[0]?.message}. Correct it and start again.`)
  const { data } = result
  if (data.BACKUP_DIR !== undefined && data.BACKUP_PASSPHRASE === undefined) {
    throw new StartError(
      'BACKUP_DIR needs a BACKUP_PASSPHRASE: backups that are kept are encrypted. Set it and start again.',
    )
  }
  const isHttps = data.PUBLIC_URL?.startsWith('https:') === true
  const isExposed = data.DATABASE_URL !== undefined || isHttps
  const asksForDemo = data.DEMO_STAFF === 'on' || given.RESTAURANT_DIR !== undefined
  const empty = words.includes('--empty') || (isHttps && !asksForDemo)
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    restaurantDir: resolve(data.RESTAURANT_DIR),
    empty,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL,
    pushContact: data.PUSH_CONTACT,
    trustedProxies: data.TRUSTED_PROXIES,
    serviceWorker: data.SERVICE_WORKER === 'on',
    paystackSecretKey: data.PAYSTACK_SECRET_KEY,
    isExposed,
    demoStaff: !empty && (data.DEMO_STAFF === undefined ? !isExposed : data.DEMO_STAFF === 'on'),
    requireSecondFactor: data.SECOND_FACTOR === undefined ? isHttps : data.SECOND_FACTOR === 'on',
    retention: {
      orderMonths: data.KEEP_ORDERS_MONTHS,
      quoteDays: data.KEEP_QUOTES_DAYS,
      securityLogDays: data.KEEP_SECURITY_LOG_DAYS,
    },
    backupPassphrase: data.BACKUP_PASSPHRASE,
    backupDir: data.BACKUP_DIR === undefined ? undefined : resolve(data.BACKUP_DIR),
    secrets: {
      ...(data.AUTH_SECRET !== undefined && { 'auth-secret': data.AUTH_SECRET }),
      ...(data.PUSH_SECRET !== undefined && { 'push-secret': data.PUSH_SECRET }),
    },
    replaceSecrets: data.REPLACE_SECRETS === 'on',
    metricsToken: data.METRICS_TOKEN,
    accessLog: data.ACCESS_LOG === undefined ? isHttps : data.ACCESS_LOG === 'on',
    development: words.includes('--dev'),
  }
}
