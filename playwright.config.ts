import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/browser.ts'

const timed = ['speed.test.ts', 'four-roles.test.ts']
/**
 * Files whose tests start a restaurant of their own. One worker runs each file, so a restaurant and a browser are
 * started once for each file. They run first, and the small tests of the shared restaurant end a run.
 */
const own = ['days', 'later', 'owner-day', 'paper-menu', 'provider', 'second-factor', 'settings', 'setup'].map(
  (name) => `${name}.test.ts`,
)

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  // Two workers use two thirds of two cores. In `npm test` three more workers begin when the other suites have ended
  // (`turn` in tests/browser/restaurant.ts).
  workers: process.env.OTHER_SUITES === undefined ? 2 : 5,
  // A shared CI machine may stall for seconds, so a failed test is run once more. The report lists such tests as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // `npm test` runs the timed tests alone, after all others. The timed tests have a separate folder, so the pictures
  // and traces of the others stay.
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
    // The pages of a context share one process; without the limit each context begins with two processes.
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
