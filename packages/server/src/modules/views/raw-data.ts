import { Readable } from 'node:stream'
import { runAt } from '@millwatch/domain/runs'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { type RunRow, runsTouching } from '../runs/index.ts'
import { type SeriesRow, seriesPage } from '../telemetry/index.ts'
import { type Analog, analogOf } from './analog.ts'
import { type Chosen, isLeftOut } from './series.ts'

export type InCompany = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

export interface RawQuestion {
  readonly equipmentId: number
  readonly period: Range
  /** Cycles that are left out, by their marks. */
  readonly chosen: Chosen
  /** Number of rows after which the answer ends; undefined: all rows. */
  readonly limit?: number | undefined
}

const PAGE_ROWS = 5_000

interface Page {
  readonly rows: readonly SeriesRow[]
  readonly runs: readonly RunRow[]
  readonly analog: Analog
  readonly next: number | null
}

/** A cycle or reading as it is shown: converted, with the tags of the run at its instant. */
export interface RawEntry {
  /** Epoch ms. */
  readonly at: number
  /** 1 cycle, 2 reading. */
  readonly kind: 1 | 2
  /** Cycle time in seconds. */
  readonly cycleTime: number | null
  readonly temperature1: number | null
  readonly analogIn1: number | null
  readonly analogIn1Transformed: number | null
  readonly tags: RunRow['tags']
}

/** Reads the first page at or after an instant, in its own transaction. */
function pageFrom(inCompany: InCompany, { equipmentId, period }: RawQuestion, from: number): Promise<Page> {
  return inCompany(async (ctx) => {
    const { rows, next } = await seriesPage(ctx, equipmentId, { from, to: period.to }, PAGE_ROWS)
    const last = rows.at(-1)
    // The end of a run belongs to the run.
    const runs = last === undefined ? [] : await runsTouching(ctx, [equipmentId], from - 1, last.occurredAt)
    return { rows, runs, analog: await analogOf(ctx, equipmentId), next }
  })
}

const entryOf = (row: SeriesRow, { runs, analog }: Page): RawEntry => ({
  at: row.occurredAt,
  kind: row.kind,
  cycleTime: row.cycleMs === null ? null : row.cycleMs / 1000,
  temperature1: row.temperature1,
  analogIn1: row.analogIn1,
  analogIn1Transformed: analog.valueOrNull(row.analogIn1, row.deviceId, row.occurredAt),
  tags: runAt(runs, row.occurredAt)?.tags ?? [],
})

/**
 * Yields every cycle and reading of a machine in a period, in time order, in pages of at most about 5,000; cycles left out by
 * `chosen` are missing, so a page may be empty. Each page is read in a transaction of its own when the receiver takes it, so nothing is held in between.
 */
export async function* rawPages(inCompany: InCompany, question: RawQuestion): AsyncGenerator<readonly RawEntry[]> {
  let left = question.limit ?? Number.POSITIVE_INFINITY
  for (let next: number | null = question.period.from; next !== null && next < question.period.to && left > 0; ) {
    const page = await pageFrom(inCompany, question, next)
    const shown = page.rows.filter((row) => !isLeftOut(row.marks, question.chosen)).slice(0, left)
    yield shown.map((row) => entryOf(row, page))
    left -= shown.length
    next = page.next
  }
}

const presentEntry = (entry: RawEntry): string =>
  JSON.stringify([
    entry.at / 1000,
    entry.cycleTime,
    entry.temperature1,
    entry.analogIn1,
    entry.analogIn1Transformed,
    entry.tags.map(({ id }) => id),
    entry.kind,
  ])

/** Yields pages as the text of `{status, data}`, each entry written by `present`. */
export async function* jsonOf(
  pages: AsyncIterable<readonly RawEntry[]>,
  present: (entry: RawEntry) => string,
): AsyncGenerator<string> {
  yield '{"status":"success","data":['
  let separator = ''
  for await (const page of pages) {
    if (page.length === 0) {
      // A receiver that has left ends a generator only where it yields.
      yield ''
      continue
    }
    yield separator + page.map(present).join(',\n')
    separator = ',\n'
  }
  yield ']}'
}

/** Returns a stream that reads from its source at the speed of the receiver. */
export const streamOf = (parts: AsyncGenerator<string>): Readable =>
  Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 })

/**
 * Streams cycles and readings of a machine in a period as JSON, at the speed of the reader and in time order, up to the limit;
 * cycles left out by `chosen` are missing.
 */
export const streamRawData = (inCompany: InCompany, question: RawQuestion): Readable =>
  streamOf(jsonOf(rawPages(inCompany, question), presentEntry))
