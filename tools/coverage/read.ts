/** Id of a sentence of a specification: document, section and number in it, for example `A 2.14`. */
export type SentenceId = string

export interface Evidence {
  readonly kind: 'test' | 'decision' | 'open'
  /** Path of a test file, number of a decision, or text about the open part, by `kind`. */
  readonly text: string
  /** Titles of the cited test and its groups, the outermost group first; empty for decisions and open parts. */
  readonly titles: readonly string[]
}

export interface Row {
  readonly file: string
  readonly line: number
  readonly ids: readonly SentenceId[]
  readonly statement: string
  readonly evidence: readonly Evidence[]
}

export interface Reading {
  /** First heading of the document, which names the system of the specification it covers; the path without a heading. */
  readonly title: string
  readonly rows: readonly Row[]
  readonly findings: readonly string[]
}

const ROW = /^- \*\*([A-Z] \d+\.\d+(?:, [A-Z] \d+\.\d+)*)\*\* (.+)$/
const TEST = /^ {2}- `([^`]+)` › (.+)$/
const DECISION = /^ {2}- decision (\d{4})$/
const OPEN = /^ {2}- open: (.+)$/

/**
 * Reads a document of `docs/coverage`: its rows with the evidence in the lines below them, and a finding for each list entry that
 * is neither. Other lines are ignored.
 */
export function readCoverage(file: string, text: string): Reading {
  const rows: (Row & { evidence: Evidence[] })[] = []
  const findings: string[] = []
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const row = ROW.exec(line)
    const evidence = evidenceIn(line)
    if (row) {
      const [, ids = '', statement = ''] = row
      rows.push({ file, line: index + 1, ids: ids.split(', '), statement, evidence: [] })
    } else if (evidence && rows.length > 0) rows.at(-1)?.evidence.push(evidence)
    else if (/^\s*- /.test(line))
      findings.push(`${file}:${index + 1} is neither a sentence nor its evidence: ${line.trim()}`)
  }
  return { title: lines.find((line) => line.startsWith('# '))?.slice(2) ?? file, rows, findings }
}

function evidenceIn(line: string): Evidence | undefined {
  const [, path, titles] = TEST.exec(line) ?? []
  if (path && titles) return { kind: 'test', text: path, titles: titles.split(' › ') }
  const decision = DECISION.exec(line)?.[1]
  if (decision) return { kind: 'decision', text: decision, titles: [] }
  const missing = OPEN.exec(line)?.[1]
  return missing === undefined ? undefined : { kind: 'open', text: missing, titles: [] }
}
