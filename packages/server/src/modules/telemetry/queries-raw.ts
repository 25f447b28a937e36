import type { Ctx } from '../../platform/ctx.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import type { SeriesRow } from './queries-series.ts'

interface RawPageAsked {
  readonly equipmentId: number
  /** Start of the period (epoch ms), included; its end `to` is excluded. */
  readonly from: number
  readonly to: number
  readonly atLeast: number
}

/** Cycle or reading of a machine as stored, without its number of cycles. */
export type RawRow = Omit<SeriesRow, 'number'>

/** Number of doubles per row: instant with marks and kind, cycle time, temperature, analog value, device. */
const WIDTH = 5
/** Factor of the instant in the first double; marks and kind are added to the product. */
const BELOW_INSTANT = 8

const isCycle = '(kind = 1 and is_primary)'
const bytes = `lseg_send(lseg(
    point((occurred_at * ${BELOW_INSTANT} + marks * 2 + ${isCycle}::int)::float8, coalesce(case when ${isCycle} then cycle_ms end, 'NaN'::float8)),
    point(coalesce(temperature_1, 'NaN'), coalesce(analog_in_1, 'NaN')))) || float8send(device_id::float8)`

/**
 * Returns the first `atLeast` cycles and readings of a machine in `[from, to)`, in the order of events (`compareEvents`), and all
 * others at the last instant of these. A cycle of a device that is not primary is returned as a reading, and left out if it has
 * no value. `next` is the start of the next page; null: this was the last. The rows leave the database packed, since exports have
 * millions.
 */
export async function rawPage(
  ctx: Ctx,
  { equipmentId, from, to, atLeast }: RawPageAsked,
): Promise<{ rows: RawRow[]; next: number | null }> {
  const [answer] = await ctx.tx.prepared<{ rows: string | null }>(
    {
      name: 'telemetry.raw_page',
      text: `select encode(string_agg(bytes, ''::bytea), 'base64') as rows from (
          select bytes from (
            select ${bytes} as bytes, occurred_at, batch_id, position
            from event where company_id = $1 and equipment_id = $2 and occurred_at >= $3 and occurred_at < $4
              and (kind = 2 or (kind = 1 and (is_primary or temperature_1 is not null or analog_in_1 is not null)))
            order by occurred_at fetch first $5 rows with ties) as page
          order by occurred_at, octet_length(batch_id), batch_id collate "C", position) as row`,
    },
    [ctx.companyId, equipmentId, from, to, atLeast],
  )
  const rows = unpacked(doublesIn(answer?.rows ?? null))
  const last = rows.at(-1)
  const next = last === undefined || rows.length < atLeast || last.occurredAt + 1 >= to ? null : last.occurredAt + 1
  return { rows, next }
}

function unpacked(doubles: Float64Array): RawRow[] {
  const rows = new Array<RawRow>(doubles.length / WIDTH)
  for (let i = 0, at = 0; at < doubles.length; i++, at += WIDTH) {
    const head = doubles[at] ?? 0
    const occurredAt = Math.floor(head / BELOW_INSTANT)
    const below = head - occurredAt * BELOW_INSTANT
    rows[i] = {
      occurredAt,
      deviceId: doubles[at + 4] ?? 0,
      kind: below % 2 === 1 ? 1 : 2,
      marks: below >> 1,
      cycleMs: numberOrNull(doubles[at + 1]),
      temperature1: numberOrNull(doubles[at + 2]),
      analogIn1: numberOrNull(doubles[at + 3]),
    }
  }
  return rows
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value
