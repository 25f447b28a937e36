import type { Readable } from 'node:stream'
import { rawColumns, type rawKinds } from '@millwatch/contract/http/telemetry'
import { csvLines } from '../../platform/http/csv.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type InCompany, jsonOf, type RawEntry, type RawQuestion, rawPages, streamOf } from './raw-data.ts'

type RawKind = (typeof rawKinds)[number]

interface ExportQuestion extends RawQuestion {
  /** Kind of the rows in the file; undefined: all. */
  readonly only?: RawKind | undefined
}

const isOfKind: Readonly<Record<RawKind, (entry: RawEntry) => boolean>> = {
  cycle: ({ kind }) => kind === 1,
  telemetry: ({ kind }) => kind === 2,
  cycle_time: ({ cycleTime }) => cycleTime !== null,
  temperature: ({ temperature1 }) => temperature1 !== null,
  analog: ({ analogIn1 }) => analogIn1 !== null,
}

async function* pagesOf(inCompany: InCompany, question: ExportQuestion): AsyncGenerator<readonly RawEntry[]> {
  const { only } = question
  for await (const page of rawPages(inCompany, question)) yield only === undefined ? page : page.filter(isOfKind[only])
}

const lineOf = (entry: RawEntry) => ({
  occurred_at: toIso(entry.at),
  type: entry.kind === 1 ? 'cycle' : 'telemetry',
  cycle_time: entry.cycleTime,
  temperature_1: entry.temperature1,
  analog_in_1: entry.analogIn1,
  analog_in_1_transformed: entry.analogIn1Transformed,
  tags: entry.tags.map(({ name }) => name),
})

function cellsOf(entry: RawEntry) {
  const line = { ...lineOf(entry), tags: entry.tags.map(({ name }) => name).join(';') }
  return rawColumns.map((column) => line[column])
}

async function* csvOf(pages: AsyncIterable<readonly RawEntry[]>): AsyncGenerator<string> {
  yield csvLines([rawColumns])
  // Empty pages too: a receiver that has left ends a generator only where it yields.
  for await (const page of pages) yield page.length === 0 ? '' : csvLines(page.map(cellsOf))
}

/**
 * Streams the cycles and readings of a machine in a period, in time order, as a CSV file with a header or as JSON. It reads
 * about 5,000 rows at a time, and the next ones only when the receiver takes data.
 */
export function exportRawData(inCompany: InCompany, question: ExportQuestion, format: 'csv' | 'json'): Readable {
  const pages = pagesOf(inCompany, question)
  return streamOf(format === 'csv' ? csvOf(pages) : jsonOf(pages, (entry) => JSON.stringify(lineOf(entry))))
}
