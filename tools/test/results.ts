import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Counts, nothing, readJson } from '../lib/counts.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name?: string
    readonly message?: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName?: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}
interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly ok: boolean
    readonly title: string
    readonly file: string
    readonly tests?: readonly { readonly results: readonly { readonly error?: { readonly message?: string } }[] }[]
  }[]
}
interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly { readonly message?: string }[]
}

/** Returns the counts of Vitest's JSON report; a file that failed before its tests ran counts as one failure. */
export function vitestCounts(path: string, ok: boolean): Counts {
  const report = readJson(path) as VitestReport | undefined
  if (!report) return brokenUnless(ok, nothing)
  const stillborn = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  const failures = report.testResults.flatMap(({ name = '', assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName = '', failureMessages }) => line(name, fullName, failureMessages?.[0])),
  )
  return brokenUnless(ok, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + stillborn.length,
    failures: [...failures, ...stillborn.map(({ name = '', message }) => line(name, 'before its tests', message))],
  })
}

/** Returns the counts of Playwright's JSON report. A test that passed only when repeated counts as failed. */
export function playwrightCounts(path: string, ok: boolean): Counts {
  const report = readJson(path) as PlaywrightReport | undefined
  if (!report) return brokenUnless(ok, nothing)
  const { expected, unexpected, flaky } = report.stats
  return brokenUnless(ok, {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    failures: [
      ...failedSpecs(report),
      ...report.errors.map(({ message }) => line('', 'outside of the tests', message)),
    ],
  })
}

const failedSpecs = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => {
      const message = tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error?.message
      return line(file, title, message)
    }),
  ...suites.flatMap(failedSpecs),
]

const LONGEST_MESSAGE = 300

/** Returns one line about a failure, without terminal colours. */
function line(file: string, name: string, message = ''): string {
  const [first = ''] = stripVTControlCharacters(message).split('\n')
  return [relative(process.cwd(), file || '.'), name, first.slice(0, LONGEST_MESSAGE)].filter(Boolean).join(' > ')
}

/** Returns the counts, with at least one failure if the run failed, even if its report names none or is missing. */
function brokenUnless(ok: boolean, counts: Counts): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
