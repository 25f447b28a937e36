import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserArgs } from './support/browser-args.ts'

const executablePath = process.env.MILLWATCH_BROWSER

/**
 * Runs the browser specs against the real product, which `support/product-setup.ts` starts on free ports and an empty folder.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/product-setup.ts',
  fullyParallel: true,
  // A test waits for the page more than half of its time: on two processors three run at once.
  workers: Math.max(3, Math.min(4, availableParallelism() - 1)),
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Checking a page in six ways is slow.
  timeout: process.env.MILLWATCH_AXE === 'all' ? 240_000 : 90_000,
  // Long, because no test checks times and a busy machine shows a page late.
  expect: { timeout: 20_000 },
  outputDir: '../test-results',
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Off, because tracing doubles the work of a browser; use `--trace=retain-on-failure` to examine a failure.
    trace: 'off',
    launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
  },
})
