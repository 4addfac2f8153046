import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/browser.ts'

const timed = ['speed.test.ts', 'four-roles.test.ts']
/**
 * Files whose tests start their own restaurant. One worker runs each file, so that the file starts one restaurant and
 * one browser. These files run first, because at the end of a run small tests keep all workers busy.
 */
const own = ['days', 'later', 'owner-day', 'paper-menu', 'provider', 'second-factor', 'settings', 'setup'].map(
  (name) => `${name}.test.ts`,
)

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  // Two workers use two thirds of two cores. `npm test` adds three workers, which begin when the other suites have
  // ended (`turn` in tests/browser/restaurant.ts).
  workers: process.env.OTHER_SUITES === undefined ? 2 : 5,
  // A shared CI machine may stall for seconds, so a failed test is run once more. The report lists such tests as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // `npm test` runs the timed tests alone, after all others. Their separate folder keeps the pictures and traces of the
  // other tests.
  projects: [
    { name: 'pages-own', testMatch: own },
    { name: 'pages', fullyParallel: true, testIgnore: [...timed, ...own] },
    { name: 'speed', testMatch: timed, retries: 2, outputDir: 'test-results/speed' },
  ],
  forbidOnly: process.env.CI !== undefined,
  // These limits only end tests that hang: apart from `speed`, no test measures time, and the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    // The pages of a context share one process. Without this limit each context begins with two.
    launchOptions: { executablePath: findBrowser(), args: [...browserFlags, '--renderer-process-limit=1'] },
    // A test that mocks requests must see all of them. Tests of the offline mode allow the worker.
    serviceWorkers: 'block',
    // Animations cost a tenth of the processor time. The tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    // A recording of every test would cost a third of the time.
    trace: 'on-first-retry',
  },
})
