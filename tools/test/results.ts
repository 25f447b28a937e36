import { type Counts, nothing, readJson } from '../lib/counts.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly unknown[]
}

/** Counts of Vitest's JSON report; a file that failed before its tests ran counts as one failure. */
export function vitestCounts(path: string, ok: boolean): Counts {
  const report = readJson(path) as VitestReport | undefined
  if (!report) return brokenUnless(ok, nothing)
  const stillborn = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  return brokenUnless(ok, { passed: report.numPassedTests, failed: report.numFailedTests + stillborn.length })
}

/** Counts of Playwright's JSON report. A test that passed only when tried again did not pass. */
export function playwrightCounts(path: string, ok: boolean): Counts {
  const report = readJson(path) as PlaywrightReport | undefined
  if (!report) return brokenUnless(ok, nothing)
  const { expected, unexpected, flaky } = report.stats
  return brokenUnless(ok, { passed: expected, failed: unexpected + flaky + report.errors.length })
}

/** A run that ended badly has at least one failure, also when its report names none (or there is no report). */
function brokenUnless(ok: boolean, counts: Counts): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
