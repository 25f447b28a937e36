import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAloud } from '../lib/commands.ts'
import type { Counts } from '../lib/counts.ts'
import { timed } from '../lib/processor-time.ts'
import { findBrowser, thisMachine } from './browser.ts'
import { longestOfPlaywright, longestOfVitest } from './longest-files.ts'
import { playwrightCounts, vitestCounts } from './results.ts'

/**
 * Runs projects of vitest.config.ts, with these further arguments of Vitest, prints the time and the longest files, and returns
 * the counts of Vitest's report.
 */
export function vitest(projects: readonly string[], args: readonly string[] = []): Promise<Counts> {
  return withReport(async (report) => {
    const chosen = projects.flatMap((project) => ['--project', project])
    const reporters = ['default', './tools/test/causes-reporter.ts', 'json'].map((reporter) => `--reporter=${reporter}`)
    const { result: ok, took } = await timed(() =>
      runAloud(process.execPath, [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...chosen,
        ...args,
        ...reporters,
        `--outputFile.json=${report}`,
      ]),
    )
    console.log(`Vitest ${projects.join(', ')}: ${took}; ${longestOfVitest(report) ?? 'no report'}`)
    return vitestCounts(report, ok)
  })
}

/**
 * Runs the browser specs of e2e/ with these arguments of Playwright and returns the counts. A missing browser gives 1 failure.
 */
export const playwright = (...args: string[]): Promise<Counts> => browserSpecs(args, {})

/** Runs the browser tests of `npm test`, which are marked `@everyday`, and returns the counts. */
export const everydayBrowserTests = (): Promise<Counts> => playwright('--grep', '@everyday')

/** Pattern of the everyday browser tests, except those with axe, which the long suite repeats in more ways. */
const ONLY_EVERYDAY = '^(?!.*axe).*@everyday'

/**
 * Runs the browser tests of the long suite, with these further arguments of Playwright, and returns the counts: all that are not
 * marked `@everyday`, and those with axe, which checks both themes at three widths.
 */
export const longBrowserTests = (...args: string[]): Promise<Counts> =>
  browserSpecs(['--grep-invert', ONLY_EVERYDAY, ...args], { MILLWATCH_AXE: 'all' })

async function browserSpecs(args: readonly string[], extra: NodeJS.ProcessEnv): Promise<Counts> {
  const browser = await findBrowser(thisMachine())
  if (!browser) return { passed: 0, failed: 1 }
  console.log(`Browser tests with ${browser}`)
  return withReport(async (report) => {
    const cli = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e', '--reporter=list,json', ...args]
    const env = { ...extra, MILLWATCH_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const { result: ok, took } = await timed(() => runAloud(process.execPath, cli, env))
    console.log(`Browser tests: ${took}; ${longestOfPlaywright(report) ?? 'no report'}`)
    return playwrightCounts(report, ok)
  })
}

async function withReport(work: (path: string) => Promise<Counts>): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
