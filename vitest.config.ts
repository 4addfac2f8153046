import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain', 'contract', 'web', 'tools', 'tests/structure'].map(
            (folder) => `${folder}/**/*.test.{ts,tsx}`,
          ),
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/database.setup.ts',
          // A database server of its own beside the tests: many workers would only time each other out.
          maxWorkers: 3,
          // Each file has its own database and starts its own restaurant: what they share is code that is read, once a worker.
          isolate: false,
          // Projects with different numbers of workers cannot run side by side: this one comes after `unit`.
          sequence: { groupOrder: 1 },
          // No test measures time: these limits only end what hangs, also on a machine that is busy with other work.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000, interval: 25 } },
        },
      },
    ],
  },
})
