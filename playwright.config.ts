import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/browser.ts'

const timed = ['speed.test.ts', 'four-roles.test.ts']
/**
 * Tests that start their own restaurant. They run first, each file by one worker, so a worker starts another server and browser
 * once for each of them, and the last tests of a run are small ones of the restaurant that all others share.
 */
const own = ['days', 'later', 'owner-day', 'paper-menu', 'provider', 'second-factor', 'settings', 'setup'].map(
  (name) => `${name}.test.ts`,
)

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  // Two load two cores to two thirds. In `npm test` three more begin when its other suites have ended (`turn` in
  // tests/browser/restaurant.ts).
  workers: process.env.OTHER_SUITES === undefined ? 2 : 5,
  // A shared CI machine may stall for seconds, so a failed test is run once more. The list names flaky tests.
  retries: process.env.CI === undefined ? 0 : 1,
  // `npm test` runs the timed tests alone, after all others, whose pictures and traces stay.
  projects: [
    { name: 'pages-own', testMatch: own },
    { name: 'pages', fullyParallel: true, testIgnore: [...timed, ...own] },
    { name: 'speed', testMatch: timed, retries: 2, outputDir: 'test-results/speed' },
  ],
  forbidOnly: process.env.CI !== undefined,
  // No other test measures time: these limits only end what hangs, also on a machine that is busy with other work.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    // One process for the pages of a context: each would begin with two.
    launchOptions: { executablePath: findBrowser(), args: [...browserFlags, '--renderer-process-limit=1'] },
    // A test that mocks requests must see all of them. Tests of the offline mode allow the worker.
    serviceWorkers: 'block',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    // A recording of every test would cost a third of the time.
    trace: 'on-first-retry',
  },
})
