import type { Readable } from 'node:stream'
import { rawColumns, type rawKinds } from '@millwatch/contract/http/telemetry'
import { csvLines } from '../../platform/http/csv.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type InCompany, jsonOf, type RawEntry, type RawQuestion, rawPages, streamOf } from './raw-data.ts'

type RawKind = (typeof rawKinds)[number]

interface ExportQuestion extends RawQuestion {
  /** Kind of the rows in the file; undefined: all kinds. */
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

type TextOf = (entry: RawEntry) => string

/** Returns a function that returns the text of tags by `textOf`, which it computes once for consecutive rows of the same run. */
function onceForTags(textOf: (names: readonly string[]) => string): (tags: RawEntry['tags']) => string {
  let last: RawEntry['tags'] | undefined
  let text = ''
  return (tags) => {
    if (tags !== last) text = textOf(tags.map(({ name }) => name))
    last = tags
    return text
  }
}

const typeOf = (entry: RawEntry): string => (entry.kind === 1 ? 'cycle' : 'telemetry')
const orEmpty = (value: number | null): string => (value === null ? '' : String(value))

/**
 * Returns a function that returns an entry as a line of CSV, with empty cells for null. Only the cell with the tags needs
 * escaping.
 */
function csvLine(): TextOf {
  const cellOf = onceForTags((names) => csvLines([['', names.join(';')]]))
  return (entry) =>
    `${toIso(entry.at)},${typeOf(entry)},${orEmpty(entry.cycleTime)},${orEmpty(entry.temperature1)},` +
    `${orEmpty(entry.analogIn1)},${orEmpty(entry.analogIn1Transformed)}${cellOf(entry.tags)}`
}

/** Returns a function that returns an entry as the text of a JSON object. */
function jsonLine(): TextOf {
  const listOf = onceForTags((names) => JSON.stringify(names))
  return (entry) =>
    `{"occurred_at":"${toIso(entry.at)}","type":"${typeOf(entry)}","cycle_time_s":${entry.cycleTime},` +
    `"temperature_1_C":${entry.temperature1},"analog_in_1":${entry.analogIn1},` +
    `"analog_in_1_transformed":${entry.analogIn1Transformed},"tags":${listOf(entry.tags)}}`
}

async function* csvOf(pages: AsyncIterable<readonly RawEntry[]>): AsyncGenerator<string> {
  yield csvLines([rawColumns])
  const line = csvLine()
  // Empty pages too: a receiver that has left ends a generator only where it yields.
  for await (const page of pages) yield page.map(line).join('')
}

/**
 * Returns a stream of the cycles and readings of a machine in a period, in time order, as a CSV file with a header or as JSON;
 * without cycles left out by `chosen` and rows of another kind than `only`. It reads about 10,000 rows at a time, and at most as
 * many ahead of the receiver.
 */
export function exportRawData(inCompany: InCompany, question: ExportQuestion, format: 'csv' | 'json'): Readable {
  const pages = pagesOf(inCompany, question)
  return streamOf(format === 'csv' ? csvOf(pages) : jsonOf(pages, jsonLine()))
}
