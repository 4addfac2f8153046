import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tools/browser.ts'

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  workers: 2,
  // A shared machine may stand still for seconds; what fails twice is no accident. The list says what was flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // What is timed runs when nothing else does.
  projects: [
    { name: 'pages', fullyParallel: true, testIgnore: 'speed.test.ts' },
    { name: 'speed', testMatch: 'speed.test.ts', dependencies: ['pages'], retries: 2 },
  ],
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    // A test that answers requests itself must see them all; those about being offline take the worker in.
    serviceWorkers: 'block',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    // A recording of every test would cost a third of the time.
    trace: 'on-first-retry',
  },
})
