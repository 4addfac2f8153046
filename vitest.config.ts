import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the files that start whole programs first. They take longest, and one of them at the end would leave the other
 * workers idle.
 */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [programs, others] = [true, false].map((starts) =>
      files.filter(({ moduleId }) => moduleId.includes('/tests/server/') === starts),
    )
    return [...(await super.sort(programs ?? [])), ...(await super.sort(others ?? []))]
  }
}

/**
 * Folders whose modules keep state and act on the browser. Their tests replace the browser's objects, so each file runs
 * in its own process.
 */
const inBrowser = ['web/data', 'web/app/start-up']

/**
 * Tests that replace a module by spies. Each file runs in its own process, where no other file has loaded the module.
 */
const withMocks = ['server/http/compress.test.ts', 'server/media/pictures.test.ts', 'tests/server/seo.test.ts']

const testsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

const withDatabase = {
  globalSetup: 'tests/support/database.setup.ts',
  // These limits only end tests that hang: no test measures time, and the machine may be busy.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 25 } },
  // As in playwright.config.ts: a shared CI machine may stall for seconds, so a failed test is run once more.
  retry: process.env.CI === undefined ? 0 : 1,
}

export default defineConfig({
  test: {
    sequence: { sequencer: ProgramsFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: testsIn('domain', 'contract', 'web', 'tools', 'restaurant', 'tests/structure'),
          exclude: testsIn(...inBrowser),
          // One process for each file would take more than half of the processor time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      { test: { name: 'unit-browser', include: testsIn(...inBrowser), testTimeout: 60_000 } },
      {
        test: {
          ...withDatabase,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: withMocks,
          // The tests share the machine with a PostgreSQL, so more workers would time out.
          maxWorkers: 3,
          // Each file has its own database and server. Files of a worker share only loaded modules.
          isolate: false,
          // Projects with different numbers of workers cannot run at the same time, so this project runs after `unit`.
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...withDatabase, name: 'server-mocks', include: withMocks, sequence: { groupOrder: 2 } } },
    ],
  },
})
