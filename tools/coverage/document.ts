import { allSentences } from './check.ts'
import type { Reading, Row } from './read.ts'

export interface RowCounts {
  readonly rows: number
  readonly tested: number
  readonly decided: number
  readonly open: number
}

/**
 * Returns the number of rows, of rows with an open part, and among the others of rows with a test (`tested`) and of rows without
 * a test (`decided`).
 */
export function countsOf(rows: readonly Row[]): RowCounts {
  const open = rows.filter((row) => row.evidence.some(({ kind }) => kind === 'open'))
  const closed = rows.filter((row) => !open.includes(row))
  const tested = closed.filter((row) => row.evidence.some(({ kind }) => kind === 'test'))
  return { rows: rows.length, tested: tested.length, decided: closed.length - tested.length, open: open.length }
}

const PREAMBLE = `# Coverage of the specifications

Written by \`node tools/coverage/run.ts --write\`; do not edit it. Each sentence of the two specifications, and each number of a tour of the pages (D), has a row in one of the documents
of [docs/coverage](coverage), which people edit, with the tests that show it, the decision that settles it, or what is open. \`npm run verify\`
fails if a named test is gone, if a sentence has no row, or a row no evidence. [Decision 0108](decisions/0108-each-sentence-has-its-test.md)
says how sentences are numbered and what counts as evidence.
`

/**
 * Returns the text of `docs/coverage.md`: a preamble, the counts by system, the open parts, and all sentences in the order of the
 * specifications.
 */
export function coverageDocument(readings: readonly Reading[], sentences: Readonly<Record<string, number>>): string {
  const rows = readings.flatMap((reading) => reading.rows)
  return [
    PREAMBLE,
    countTable(readings),
    `## What is open\n\n${openList(readings)}`,
    `## Sentences in the order of the specifications\n\n${sentenceTable(rows, sentences)}`,
  ].join('\n')
}

function countTable(readings: readonly Reading[]): string {
  const total = countsOf(readings.flatMap(({ rows }) => rows))
  const line = (name: string, { rows, tested, decided, open }: RowCounts) =>
    `| ${name} | ${rows} | ${tested} | ${decided} | ${open} |`
  return [
    '| system | rows | with a test | by decision alone | open |',
    '|---|---|---|---|---|',
    ...readings.map((reading) => line(`[${reading.title}](${linkOf(reading.rows[0])})`, countsOf(reading.rows))),
    line('all', total),
    '',
  ].join('\n')
}

function openList(readings: readonly Reading[]): string {
  const entries = readings.flatMap(({ rows }) =>
    rows.flatMap((row) =>
      row.evidence
        .filter(({ kind }) => kind === 'open')
        .map(({ text }) => `- [${row.ids.join(', ')}](${linkOf(row)}) ${row.statement} **Open:** ${text}`),
    ),
  )
  return entries.length > 0 ? `${entries.join('\n')}\n` : 'Nothing.\n'
}

function sentenceTable(rows: readonly Row[], sentences: Readonly<Record<string, number>>): string {
  const byId = Map.groupBy(
    rows.flatMap((row) => row.ids.map((id) => ({ id, row }))),
    ({ id }) => id,
  )
  const lines = allSentences(sentences).flatMap((id) =>
    (byId.get(id) ?? []).map(({ row }) => `| [${id}](${linkOf(row)}) | ${cell(row.statement)} | ${summaryOf(row)} |`),
  )
  return ['| sentence | in our words | shown by |', '|---|---|---|', ...lines, ''].join('\n')
}

function summaryOf({ evidence }: Row): string {
  const tests = evidence.filter(({ kind }) => kind === 'test').length
  const decisions = evidence.filter(({ kind }) => kind === 'decision').map(({ text }) => `decision ${text}`)
  const isOpen = evidence.some(({ kind }) => kind === 'open')
  return [
    ...(tests > 0 ? [`${tests} ${tests === 1 ? 'test' : 'tests'}`] : []),
    ...decisions,
    ...(isOpen ? ['**open**'] : []),
  ].join(', ')
}

const linkOf = (row: Row | undefined) => row?.file.replace(/^docs\//, '') ?? 'coverage'
const cell = (text: string) => text.replaceAll('|', '\\|')
