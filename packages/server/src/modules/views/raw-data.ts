import { Readable } from 'node:stream'
import { runAt } from '@millwatch/domain/runs'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { type RunRow, runsTouching } from '../runs/index.ts'
import { type RawRow, rawPage } from '../telemetry/index.ts'
import { type Analog, analogOf } from './analog.ts'
import { type Chosen, isLeftOut } from './series.ts'

export type InCompany = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

export interface RawQuestion {
  readonly equipmentId: number
  readonly period: Range
  /** Choice of the cycles that are left out, by their marks. */
  readonly chosen: Chosen
  /** Largest number of rows in the answer; undefined: no limit. */
  readonly limit?: number | undefined
}

const PAGE_ROWS = 10_000

interface Page {
  readonly rows: readonly RawRow[]
  readonly runs: readonly RunRow[]
  readonly analog: Analog
  readonly next: number | null
}

/** Cycle or reading as it is shown: converted, with the tags of the run at its instant; a value that was not sent is null. */
export interface RawEntry {
  /** Instant, epoch ms. */
  readonly at: number
  /** Kind: 1 cycle, 2 reading. */
  readonly kind: 1 | 2
  /** Cycle time in seconds; null: none was sent. */
  readonly cycleTime: number | null
  readonly temperature1: number | null
  readonly analogIn1: number | null
  readonly analogIn1Transformed: number | null
  readonly tags: RunRow['tags']
}

/**
 * Returns the first page at or after `from` (epoch ms), read in its own transaction, with the runs and the analog configurations
 * for its rows.
 */
function pageFrom(inCompany: InCompany, { equipmentId, period }: RawQuestion, from: number): Promise<Page> {
  return inCompany(async (ctx) => {
    const { rows, next } = await rawPage(ctx, { equipmentId, from, to: period.to, atLeast: PAGE_ROWS })
    const last = rows.at(-1)
    // The end of a run belongs to the run.
    const runs = last === undefined ? [] : await runsTouching(ctx, [equipmentId], from - 1, last.occurredAt)
    return { rows, runs, analog: await analogOf(ctx, equipmentId), next }
  })
}

/** Empty list that all rows outside runs share. */
const none: RawEntry['tags'] = []

const entryOf = (row: RawRow, { runs, analog }: Page): RawEntry => ({
  at: row.occurredAt,
  kind: row.kind,
  cycleTime: row.cycleMs === null ? null : row.cycleMs / 1000,
  temperature1: row.temperature1,
  analogIn1: row.analogIn1,
  analogIn1Transformed: analog.valueOrNull(row.analogIn1, row.deviceId, row.occurredAt),
  tags: runAt(runs, row.occurredAt)?.tags ?? none,
})

/**
 * Begins to read the page at `from` (epoch ms), and returns a promise of it, whose rejection need not be caught. Undefined:
 * `from` is null or not before the end of the period.
 */
function readAhead(inCompany: InCompany, question: RawQuestion, from: number | null): Promise<Page> | undefined {
  if (from === null || from >= question.period.to) return undefined
  const page = pageFrom(inCompany, question, from)
  page.catch(() => undefined)
  return page
}

/**
 * Yields every cycle and reading of a machine in a period, in time order, in pages of about 10,000, up to the limit. Cycles left
 * out by `chosen` are missing, so a page may be empty. Each page is read in a transaction of its own, while the receiver takes
 * the one before, so two pages are in memory at most.
 */
export async function* rawPages(inCompany: InCompany, question: RawQuestion): AsyncGenerator<readonly RawEntry[]> {
  const { chosen, limit, period } = question
  let left = limit ?? Number.POSITIVE_INFINITY
  let pending = readAhead(inCompany, question, period.from)
  while (pending !== undefined && left > 0) {
    const page: Page = await pending
    // The database reads the next page while the rows of this one are converted.
    const ahead = left > page.rows.length ? readAhead(inCompany, question, page.next) : undefined
    const entries: RawEntry[] = []
    for (const row of page.rows) {
      if (entries.length >= left) break
      if (!isLeftOut(row.marks, chosen)) entries.push(entryOf(row, page))
    }
    left -= entries.length
    pending = ahead ?? (left > 0 ? readAhead(inCompany, question, page.next) : undefined)
    yield entries
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

/**
 * Yields pages as the text of an object `{"status":"success","data":[...]}`, each entry written by `present`. An empty page
 * yields an empty text.
 */
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

/** Returns a stream of the texts of a generator, from which it takes the next text only when the receiver has room for it. */
export const streamOf = (parts: AsyncGenerator<string>): Readable =>
  Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 })

/**
 * Returns a stream of the cycles and readings of a machine in a period as JSON, in time order, up to the limit; cycles left out
 * by `chosen` are missing. Pages are read only as fast as the receiver takes them.
 */
export const streamRawData = (inCompany: InCompany, question: RawQuestion): Readable =>
  streamOf(jsonOf(rawPages(inCompany, question), presentEntry))
