import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserArgs } from './support/browser-args.ts'

const executablePath = process.env.MILLWATCH_BROWSER

/** Browser specs against the real product, which `support/product-setup.ts` starts on free ports and an empty folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/product-setup.ts',
  fullyParallel: true,
  workers: Math.max(2, Math.min(4, availableParallelism() - 1)),
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // To judge a page in six ways takes its time.
  timeout: process.env.MILLWATCH_AXE === 'all' ? 240_000 : 90_000,
  // Nothing is judged by how long it takes: a machine with other work shows a page late.
  expect: { timeout: 20_000 },
  outputDir: '../test-results',
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // To trace doubles the work of a browser: `--trace=retain-on-failure` where a failure is looked at.
    trace: 'off',
    launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
  },
})
