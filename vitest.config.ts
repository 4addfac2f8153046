import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain', 'contract', 'web', 'tools', 'demo', 'restaurant', 'tests/structure'].map(
            (folder) => `${folder}/**/*.test.{ts,tsx}`,
          ),
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/database.setup.ts',
          // The tests share the machine with a PostgreSQL: more workers would time out.
          maxWorkers: 3,
          // Each file has its own database and starts its own server; files of a worker share only loaded modules.
          isolate: false,
          // Projects with different numbers of workers cannot run at the same time: this one runs after `unit`.
          sequence: { groupOrder: 1 },
          // A shared CI machine may stall for seconds, so a failed test is run once more.
          retry: process.env.CI === undefined ? 0 : 1,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
