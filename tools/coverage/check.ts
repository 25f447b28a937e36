import type { Evidence, Row, SentenceId } from './read.ts'
import type { Titles } from './titles.ts'

/** Lookup of the test files and decisions of the project that rows of evidence cite. */
export interface Project {
  /** Returns the titles in a test file; undefined if there is no such file. */
  titlesOf(path: string): Titles | undefined
  hasDecision(number: string): boolean
}

/**
 * Returns the faults of the rows, one sentence each: a sentence in no row, a row of an unknown sentence, a row without evidence,
 * and evidence that does not exist. Empty if there is none.
 */
export function faultsOfRows(
  rows: readonly Row[],
  sentences: Readonly<Record<string, number>>,
  project: Project,
): string[] {
  const wanted = new Set(allSentences(sentences))
  const found = new Set(rows.flatMap(({ ids }) => ids))
  return [
    ...[...wanted].filter((id) => !found.has(id)).map((id) => `${id} is in no row.`),
    ...rows.flatMap((row) => {
      const place = `${row.file}:${row.line}`
      return [
        ...row.ids.filter((id) => !wanted.has(id)).map((id) => `${place} ${id} is no sentence of the specifications.`),
        ...(row.evidence.length === 0 ? [`${place} ${row.ids.join(', ')} has neither a test nor a decision.`] : []),
        ...row.evidence.flatMap((evidence) => faultOf(evidence, project)).map((fault) => `${place} ${fault}`),
      ]
    }),
  ]
}

/**
 * Returns the ids of all sentences, section by section, numbered from 1. `sentences` is the number of sentences by section, for
 * example `'A 2': 63`.
 */
export const allSentences = (sentences: Readonly<Record<string, number>>): SentenceId[] =>
  Object.entries(sentences).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )

function faultOf({ kind, text, titles }: Evidence, project: Project): string[] {
  if (kind === 'open') return []
  if (kind === 'decision') return project.hasDecision(text) ? [] : [`cites decision ${text}, which does not exist.`]
  const there = project.titlesOf(text)
  if (!there) return [`cites ${text}, which is no test file.`]
  const groups = titles.slice(0, -1)
  const isThere = there.tests.has(titles.at(-1) ?? '') && groups.every((group) => there.groups.has(group))
  return isThere ? [] : [`cites a test that ${text} does not have: ${titles.join(' › ')}`]
}
