import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

const skip = ['**/node_modules/**', '**/dist/**', '**/data/**']
/** A test with a database waits for it, or for a server, two fifths of its time: on two processors three files run at once. */
const workers = Math.max(3, Math.min(4, availableParallelism() - 1))
/** Number of files without a database at once: they wait for nothing. On two processors Vitest itself takes one. */
const atOnce = Math.max(2, availableParallelism() - 1)
const slow = ['**/*.integration.test.ts', '**/*.long.test.ts']
/** Time in which a condition must come true if the test names none, ms; a second is too short beside other files. */
const POLL_MS = 20_000
/** Time within which a server or a stage of many companies must be made, ms: it is for what hangs, not for a busy machine. */
const HOOK_MS = 600_000

/** Only `integration`, which starts a database or takes DATABASE_URL, and `long`, which takes minutes, need a database. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...skip, ...slow],
          // A worker reads the modules once for all its files: they keep no state but caches, and a test sets back what it set.
          isolate: false,
          maxWorkers: atOnce,
          // Property tests take seconds; on a busy machine several times as many.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          // Pages and parts of them, in a document without a browser.
          name: 'component',
          include: ['packages/web/src/**/*.test.tsx'],
          exclude: skip,
          environment: 'jsdom',
          maxWorkers: atOnce,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['packages/**/*.integration.test.ts', 'tools/**/*.integration.test.ts'],
          exclude: skip,
          globalSetup: 'packages/lab/src/database/global-database.ts',
          pool: 'forks',
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: workers,
          testTimeout: 60_000,
          hookTimeout: HOOK_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
      {
        test: {
          name: 'long',
          include: ['packages/**/*.long.test.ts', 'tools/**/*.long.test.ts'],
          exclude: skip,
          globalSetup: 'packages/lab/src/database/global-database.ts',
          pool: 'forks',
          isolate: false,
          sequence: { groupOrder: 2 },
          maxWorkers: workers,
          testTimeout: 1_800_000,
          hookTimeout: HOOK_MS,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
    ],
  },
})
