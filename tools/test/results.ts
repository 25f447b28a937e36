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
      readonly meta?: { readonly cause?: string; readonly diff?: string }
    }[]
  }[]
}
interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly ok: boolean
    readonly title: string
    readonly file: string
    readonly tests?: readonly { readonly results: readonly { readonly error?: PlaywrightError }[] }[]
  }[]
}
interface PlaywrightError {
  readonly message?: string
  readonly location?: { readonly line: number }
}
interface PlaywrightReport extends PlaywrightSuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly { readonly message?: string }[]
}

/**
 * Returns the counts of Vitest's JSON report with a text for each failure. A file that failed before its tests ran adds 1
 * failure, and so does a run that is not `ok` without one or without a report.
 */
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
      .map(({ fullName = '', failureMessages, meta }) => {
        const [message] = failureMessages ?? []
        const cause = linesOfCause(message, meta?.cause)
        return [line(name, fullName, message), ...howToRepeat(message), ...cause, ...linesOfDiff(meta?.diff)].join('\n')
      }),
  )
  return brokenUnless(ok, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + stillborn.length,
    failures: [...failures, ...stillborn.map(({ name = '', message }) => line(name, 'before its tests', message))],
  })
}

/**
 * Returns the counts of Playwright's JSON report with a text for each failure. A test that passed only when repeated adds 1
 * failure, and so does a run that is not `ok` without one or without a report.
 */
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
      const error = tests.flatMap(({ results }) => results).find((result) => result.error !== undefined)?.error
      const place = error?.location === undefined ? file : `${file}:${error.location.line}`
      return [line(place, title, error?.message), ...moreLines(error?.message)].join('\n')
    }),
  ...suites.flatMap(failedSpecs),
]

const LONGEST_MESSAGE = 300
/** Longest counterexample in characters. A counterexample is the data of a story, which is of no use when it is cut further. */
const LONGEST_COUNTEREXAMPLE = 20_000

/**
 * Returns a line about a failure, without terminal colours: the file, the name of the test, and the first line of the message,
 * cut to 300 characters. Empty parts are left out.
 */
function line(file: string, name: string, message = ''): string {
  const [first = ''] = stripVTControlCharacters(message).split('\n')
  return [relative(process.cwd(), file || '.'), name, first.slice(0, LONGEST_MESSAGE)].filter(Boolean).join(' > ')
}

const FAILED_PROPERTY = /^(?:\w*Error: )?Property failed/
const SHOWN_LINES = 5

/** Returns the lines with the seed, the path and the counterexample of a failed property; an empty list for another failure. */
function howToRepeat(message = ''): string[] {
  const lines = stripVTControlCharacters(message).split('\n')
  if (!FAILED_PROPERTY.test(lines[0] ?? '')) return []
  const isShown = (text: string): boolean => text.startsWith('{ seed:') || text.startsWith('Counterexample:')
  return lines.filter(isShown).map((text) => `    ${text.slice(0, LONGEST_COUNTEREXAMPLE)}`)
}

/**
 * Returns the first five lines of the assertion that is the cause of a failed property; an empty list for another failure or
 * without a cause.
 */
function linesOfCause(message = '', cause = ''): string[] {
  if (cause === '' || !FAILED_PROPERTY.test(message)) return []
  const lines = stripVTControlCharacters(cause).split('\n').slice(0, SHOWN_LINES)
  return lines.map((text, place) => `    ${place === 0 ? 'Caused by: ' : ''}${text.slice(0, LONGEST_MESSAGE)}`)
}

const LINES_OF_DIFF = 30

/**
 * Returns up to 30 lines of a difference, those with expected (-) and received (+) values; an empty list without a difference.
 */
function linesOfDiff(diff = ''): string[] {
  const lines = stripVTControlCharacters(diff).split('\n')
  const shown = lines.filter((text) => /^[-+]/.test(text)).slice(0, LINES_OF_DIFF)
  return shown.map((text) => `    ${text.slice(0, LONGEST_MESSAGE)}`)
}

/**
 * Returns up to 30 lines of the message of a browser test after its first line, without empty lines: the locator, the expected
 * and the received value.
 */
function moreLines(message = ''): string[] {
  const lines = stripVTControlCharacters(message).split('\n').slice(1)
  const shown = lines.filter((text) => text.trim() !== '').slice(0, LINES_OF_DIFF)
  return shown.map((text) => `    ${text.slice(0, LONGEST_MESSAGE)}`)
}

/** Returns the counts, with 1 failure if the run is not `ok` and its report contains none or is missing. */
function brokenUnless(ok: boolean, counts: Counts): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
