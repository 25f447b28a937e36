import { readCsv } from './csv.ts'

const HEADER = ['id', 'level', 'verdict', 'evidence', 'reason', 'by']
const VERDICTS = ['met', 'partly', 'not met', 'not applicable', 'not looked at'] as const
type Verdict = (typeof VERDICTS)[number]

const needsEvidence: readonly Verdict[] = ['met', 'partly']
const needsReason: readonly Verdict[] = ['partly', 'not met', 'not applicable']
const needsDay: readonly Verdict[] = ['partly', 'not met']
const isTest = /\.(test|spec)\.tsx?$/

interface Row {
  readonly id: string
  readonly level: string
  readonly verdict: string
  readonly evidence: string
  readonly reason: string
  /**
   * Day (`2027-03-31`) by which the requirement is met or looked at again. Only for the verdicts `partly` and `not met`, empty
   * for all others.
   */
  readonly by: string
}

export interface AsvsReading {
  /** Number of requirements by verdict; empty if the table has other columns. */
  readonly counts: ReadonlyMap<Verdict, number>
  /** Faults of the table, one sentence each. */
  readonly findings: readonly string[]
}

/**
 * Reads the table of verdicts on security requirements and returns its counts and faults. `levels` contains the ids it must have,
 * each once; `read` returns the text of a file of the project, undefined if it does not exist. Evidence is a path, or `path: name
 * of a test in it`; several are separated by ` | `.
 */
export function readAsvs(
  text: string,
  levels: ReadonlyMap<string, string>,
  read: (path: string) => string | undefined,
): AsvsReading {
  const [header = [], ...lines] = readCsv(text)
  if (header.join() !== HEADER.join()) return { counts: new Map(), findings: [`The columns are ${HEADER.join()}.`] }
  const misshapen = lines.filter((cells) => cells.length !== HEADER.length)
  const rows = lines.map(([id = '', level = '', verdict = '', evidence = '', reason = '', by = '']): Row => {
    return { id, level, verdict, evidence, reason, by }
  })
  const times = Map.groupBy(rows, ({ id }) => id)
  const missing = [...levels.keys()].filter((id) => !times.has(id))
  return {
    counts: new Map(VERDICTS.map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length])),
    findings: [
      ...misshapen.map(([id]) => `${id} has not ${HEADER.length} cells.`),
      ...missing.map((id) => `${id} is missing.`),
      ...[...times].flatMap(([id, same]) => (same.length > 1 ? [`${id} is there ${same.length} times.`] : [])),
      ...rows.flatMap((row) => [...faultsOf(row, levels), ...evidenceFaults(row, read)]),
    ],
  }
}

function faultsOf({ id, level, verdict, evidence, reason, by }: Row, levels: ReadonlyMap<string, string>): string[] {
  const verdictFound = VERDICTS.find((candidate) => candidate === verdict)
  const wanted = levels.get(id)
  return [
    ...(wanted === undefined ? [`${id} is no requirement of level 1 or 2.`] : []),
    ...(wanted !== undefined && wanted !== level ? [`${id} is of level ${wanted}.`] : []),
    ...(verdictFound === undefined ? [`${id}: "${verdict}" is no verdict (${VERDICTS.join(', ')}).`] : []),
    ...(verdictFound && needsEvidence.includes(verdictFound) && evidence === ''
      ? [`${id} is ${verdict} by no evidence.`]
      : []),
    ...(verdictFound && needsReason.includes(verdictFound) && reason === ''
      ? [`${id} is ${verdict} for no reason.`]
      : []),
    ...(verdictFound && needsDay.includes(verdictFound) && !isDay(by)
      ? [`${id} is ${verdict} without a day (2027-03-31) by which it is met or looked at again.`]
      : []),
    ...(verdictFound && !needsDay.includes(verdictFound) && by !== ''
      ? [`${id} is ${verdict}, so it has no day.`]
      : []),
  ]
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

function evidenceFaults({ id, evidence }: Row, read: (path: string) => string | undefined): string[] {
  if (evidence === '') return []
  return evidence.split(' | ').flatMap((citation) => {
    const [path = '', ...names] = citation.split(': ')
    const name = names.join(': ')
    const source = read(path)
    if (source === undefined) return [`${id} cites ${path}, which does not exist.`]
    if (name === '') return []
    return isTest.test(path) && hasTest(source, name) ? [] : [`${id} cites a test that ${path} has not: ${name}`]
  })
}

/** Returns true if a source contains a test, a table of tests or a group of tests with exactly this name. */
function hasTest(source: string, name: string): boolean {
  const called = /(?:\b(?:test|it|describe)(?:\.\w+)?|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g
  return [...source.matchAll(called)].some(([, single, double]) => (single ?? double) === name)
}
