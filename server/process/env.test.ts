import { expect, test } from 'vitest'
import { readSettings } from './env.ts'
import { StartError } from './start-error.ts'

test.each([
  ['PORT', 'abc', /^PORT must be a number from 0 to 65535\./],
  ['PORT', '70000', /^PORT must be a number from 0 to 65535\./],
  ['DATABASE_URL', 'localhost:5432/buka', /^DATABASE_URL must look like postgres:\/\//],
  ['DATABASE_URL', 'mysql://ada:palm-wine@localhost/buka', /^DATABASE_URL must look like postgres:\/\//],
  ['PUBLIC_URL', 'order.example.com', /^PUBLIC_URL must look like https:\/\//],
  ['BACKUP_PASSPHRASE', 'palm-wine', /^BACKUP_PASSPHRASE must have at least 12 characters/],
  ['BACKUP_DIR', 'backups', /^BACKUP_DIR needs a BACKUP_PASSPHRASE/],
  ['METRICS_TOKEN', 'palm-wine', /^METRICS_TOKEN must have at least 16 characters\./],
  ['AUTH_SECRET', 'palm-wine', /^AUTH_SECRET must have at least 43 characters/],
  ['SECOND_FACTOR', 'yes', /^SECOND_FACTOR must be on or off/],
  ['TRUSTED_PROXIES', 'many', /^TRUSTED_PROXIES must be a whole number/],
  ['TRUSTED_PROXIES', '99', /^TRUSTED_PROXIES must be/],
  ['TRUSTED_PROXIES', '1.5', /^TRUSTED_PROXIES must be/],
  ['KEEP_ORDERS_MONTHS', '0', /^KEEP_ORDERS_MONTHS must be a whole number from 1 to 120\./],
  ['KEEP_QUOTES_DAYS', '1', /^KEEP_QUOTES_DAYS must be a whole number from 7 to 365\./],
])('the setting %s=%s is refused with a sentence', (name, value, sentence) => {
  const read = () => readSettings({ [name]: value }, [])
  expect(read).toThrow(StartError)
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(/palm-wine/)
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' }, [])).toEqual(readSettings({}, []))
  expect(readSettings({}, [])).toMatchObject({ port: 3000, databaseUrl: undefined, development: false })
})

test.each([
  [{}, { demoStaff: true, isExposed: false }],
  [{ PUBLIC_URL: 'http://192.168.0.7:3000' }, { demoStaff: true, isExposed: false }],
  [{ PUBLIC_URL: 'https://order.example.com' }, { demoStaff: false, isExposed: true }],
  [{ DATABASE_URL: 'postgres://db.example/buka' }, { demoStaff: false, isExposed: true }],
  [
    { DATABASE_URL: 'postgres://db.example/buka', DEMO_STAFF: 'on' },
    { demoStaff: true, isExposed: true },
  ],
  [{ DEMO_STAFF: 'off' }, { demoStaff: false, isExposed: false }],
])('SAFE-12: only a server for this machine creates demo staff by default: %o', (environment, expected) => {
  expect(readSettings(environment, [])).toMatchObject(expected)
})

test.each([
  [{}, false],
  [{ PUBLIC_URL: 'http://192.168.0.7:3000' }, false],
  [{ DATABASE_URL: 'postgres://db.example/buka' }, false],
  [{ PUBLIC_URL: 'https://order.example.com' }, true],
  [{ PUBLIC_URL: 'https://order.example.com', SECOND_FACTOR: 'off' }, false],
  [{ SECOND_FACTOR: 'on' }, true],
])('SAFE-9: with the settings %o a second factor is required: %s', (environment, requireSecondFactor) => {
  expect(readSettings(environment, [])).toMatchObject({ requireSecondFactor })
})

test.each([
  [{}, [], false],
  [{}, ['--empty'], true],
  [{ RESTAURANT_DIR: 'restaurant' }, ['--empty'], true],
  [{ PUBLIC_URL: 'http://192.168.0.7:3000' }, [], false],
  [{ PUBLIC_URL: 'https://order.example.com' }, [], true],
  [{ PUBLIC_URL: 'https://order.example.com', DEMO_STAFF: 'on' }, [], false],
  [{ PUBLIC_URL: 'https://order.example.com', RESTAURANT_DIR: 'restaurant' }, [], false],
])(
  'OWNER-6: with the settings %o and the arguments %o the owner sets up an empty database: %s',
  (environment, words, empty) => {
    expect(readSettings(environment, words)).toMatchObject({ empty, ...(empty && { demoStaff: false }) })
  },
)
