import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain', 'contract', 'web', 'tools', 'demo', 'tests/structure'].map(
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
          // A database server of its own beside the tests: many workers would only time each other out.
          maxWorkers: 3,
          // Each file has its own database and starts its own restaurant: what they share is code that is read, once a worker.
          isolate: false,
          // Projects with different numbers of workers cannot run side by side: this one comes after `unit`.
          sequence: { groupOrder: 1 },
          // A shared machine may stand still for seconds; what fails twice is no accident.
          retry: process.env.CI === undefined ? 0 : 1,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
