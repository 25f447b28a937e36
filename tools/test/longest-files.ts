import { relative } from 'node:path'
import { readJson } from '../lib/counts.ts'

interface VitestFiles {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[]
}
interface PlaywrightFiles {
  readonly suites?: readonly PlaywrightFile[]
}
interface PlaywrightFile {
  readonly file: string
  readonly suites?: readonly PlaywrightFile[]
  readonly specs?: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
}
/**
 * Path of a file of tests, with the time (ms) from the begin of its first test to the end of its last test, or the sum of the
 * times of its tests.
 */
type FileTime = readonly [path: string, ms: number]

const SHOWN = 12
const SHORTEST_MS = 1000

/**
 * Returns a text about the files in Vitest's JSON report: their number, their total time, and up to 12 files of at least 1 s, the
 * longest first. Undefined without a report.
 */
export function longestOfVitest(path: string): string | undefined {
  const report = readJson(path) as VitestFiles | undefined
  return (
    report && line(report.testResults.map(({ name, startTime, endTime }) => [relative('', name), endTime - startTime]))
  )
}

/**
 * Returns a text about the files in Playwright's JSON report: their number, the total time of their tests, and up to 12 files of
 * at least 1 s, the longest first. Undefined without a report.
 */
export function longestOfPlaywright(path: string): string | undefined {
  const report = readJson(path) as PlaywrightFiles | undefined
  return report && line((report.suites ?? []).map((suite) => [suite.file, msOf(suite)]))
}

function msOf({ specs = [], suites = [] }: PlaywrightFile): number {
  const durations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  )
  return [...durations, ...suites.map(msOf)].reduce((sum, ms) => sum + ms, 0)
}

function line(files: readonly FileTime[]): string {
  const all = files.reduce((sum, [, ms]) => sum + ms, 0)
  const longest = files.filter(([, ms]) => ms >= SHORTEST_MS).toSorted(([, a], [, b]) => b - a)
  const shown = longest.slice(0, SHOWN).map(([path, ms]) => `${Math.round(ms / 1000)} s ${path}`)
  return [`${files.length} files, one after another ${Math.round(all / 1000)} s`, ...shown].join('\n    ')
}
