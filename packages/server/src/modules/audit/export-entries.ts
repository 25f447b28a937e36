import { Readable } from 'node:stream'
import { auditColumns } from '@millwatch/contract/http/audit'
import type { Ctx } from '../../platform/ctx.ts'
import { csvLines } from '../../platform/http/csv.ts'
import { type PresentedEntry, presentEntries } from './present.ts'
import { type AuditFilter, entriesAfter, type LogPosition } from './queries.ts'

type InCompany = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

const PAGE_ROWS = 1_000

/**
 * Yields the entries that match the filter in pages of at most 1,000, the oldest entry first; yields no empty page. Each page is
 * read in a transaction of its own.
 */
async function* pagesOf(inCompany: InCompany, filter: AuditFilter): AsyncGenerator<PresentedEntry[]> {
  for (let after: LogPosition | undefined, isLast = false; !isLast; ) {
    const from = after
    const { rows, page } = await inCompany(async (ctx) => {
      const found = await entriesAfter(ctx, filter, PAGE_ROWS, from)
      return { rows: found, page: await presentEntries(ctx, found) }
    })
    if (page.length > 0) yield page
    after = rows.at(-1)
    isLast = rows.length < PAGE_ROWS
  }
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}

async function* csvOf(pages: AsyncGenerator<PresentedEntry[]>): AsyncGenerator<string> {
  yield csvLines([auditColumns])
  for await (const page of pages)
    yield csvLines(page.map((entry) => auditColumns.map((column) => cellOf(entry[column]))))
}

async function* jsonOf(pages: AsyncGenerator<PresentedEntry[]>): AsyncGenerator<string> {
  yield '{"status":"success","entries":['
  let separator = ''
  for await (const page of pages) {
    yield separator + page.map((entry) => JSON.stringify(entry)).join(',\n')
    separator = ',\n'
  }
  yield ']}'
}

/**
 * Streams the matching entries of the audit log, oldest first, as a CSV file with a header line or as JSON. It reads
 * the next 1,000 entries only when the receiver takes data, and holds no connection in between.
 */
export function streamEntries(inCompany: InCompany, filter: AuditFilter, format: 'csv' | 'json'): Readable {
  const pages = pagesOf(inCompany, filter)
  return Readable.from(format === 'csv' ? csvOf(pages) : jsonOf(pages), { objectMode: false, highWaterMark: 64 * 1024 })
}
