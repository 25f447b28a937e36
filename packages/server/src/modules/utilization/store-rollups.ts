import { type RollupRow, SUM, type Sums } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays } from '../../platform/db/arrays.ts'
import type { Span } from './queries-time.ts'
import type { ReadyStop } from './store-stops.ts'

/** Columns of event sums, in the order of `Sums` from `cycles` on. */
const eventColumns =
  'cycles, parts, cycle_ms_sum, cycle_ms_count, startup_ms_sum, startup_count, outlier_ms_sum, outlier_count, temperature_sum, temperature_count, analog_sum, analog_count'
const eventTypes = [
  'float8',
  'float8',
  'float8',
  'float8',
  'float8',
  'float8',
  'float8',
  'float8',
  'float8',
  'int',
  'float8',
  'int',
] as const
const classColumns = 'running_ms, down_short_ms, down_excessive_ms, offline_ms, powered_off_ms'
const classesTwice =
  'running_in_ms, down_short_in_ms, down_excessive_in_ms, offline_in_ms, powered_off_in_ms, running_out_ms, down_short_out_ms, down_excessive_out_ms, offline_out_ms, powered_off_out_ms'

interface Table {
  readonly name: string
  /** Columns between the machine and its sums, with their types. */
  readonly keys: readonly (readonly [string, string])[]
  readonly times: string
}
const quarters: Table = {
  name: 'rollup_quarter',
  keys: [
    ['bucket_at', 'bigint'],
    ['shift_date', 'int'],
    ['shift', 'smallint'],
  ],
  times: classColumns,
}
const days: Table = {
  name: 'rollup_day',
  keys: [
    ['day_from', 'bigint'],
    ['day_to', 'bigint'],
  ],
  times: classesTwice,
}
const dayShifts: Table = {
  name: 'rollup_day_shift',
  keys: [
    ['day_from', 'bigint'],
    ['day_to', 'bigint'],
    ['shift_date', 'int'],
    ['shift', 'smallint'],
  ],
  times: classColumns,
}

/** Collector of rows for one table, as one array per column. */
class Columns {
  readonly #table: Table
  readonly #hasEvents: boolean
  readonly #timesAt: number[]
  readonly #values: number[][]

  constructor(table: Table, hasEvents: boolean) {
    this.#table = table
    this.#hasEvents = hasEvents
    this.#timesAt = table.times.split(',').map((_, i) => i)
    const count = 1 + table.keys.length + this.#timesAt.length + (hasEvents ? eventTypes.length : 0)
    this.#values = Array.from({ length: count }, () => [])
  }

  /** Returns the values of the first key column, one for each row. */
  firstKeys(): readonly number[] {
    return this.#values[1] ?? []
  }

  push(equipmentId: number, keys: readonly number[], sums: Sums, timesFrom: number): void {
    let column = 0
    const put = (value: number) => this.#values[column++]?.push(value)
    put(equipmentId)
    for (const key of keys) put(key)
    for (const i of this.#timesAt) put(sums[timesFrom + i] as number)
    if (this.#hasEvents) for (let i = 0; i < eventTypes.length; i++) put(sums[SUM.cycles + i] as number)
  }

  async insert(ctx: Ctx): Promise<void> {
    if (this.#values[0]?.length === 0) return
    const { name, keys, times } = this.#table
    const types = ['bigint', ...keys.map(([, type]) => type), ...this.#timesAt.map(() => 'int')]
    if (this.#hasEvents) types.push(...eventTypes)
    const columns = ['equipment_id', ...keys.map(([key]) => key), times, ...(this.#hasEvents ? [eventColumns] : [])]
    const arrays = types.map((type, i) => `$${i + 2}::${type}[]`)
    await ctx.tx.prepared(
      {
        name: `utilization.insert_${name}${this.#hasEvents ? '_events' : ''}`,
        text: `insert into ${name} (company_id, ${columns}) select $1::bigint, * from unnest(${arrays})`,
      },
      [ctx.companyId, ...this.#values.map(numberArray)],
    )
  }
}

const hasEventSums = (sums: Sums): boolean => {
  for (let i = 0; i < eventTypes.length; i++) if (sums[SUM.cycles + i] !== 0) return true
  return false
}

/** Rows to be written into one table. Rows without event sums are inserted without the columns of these sums. */
class Rows {
  readonly #withEvents: Columns
  readonly #withoutEvents: Columns

  constructor(table: Table) {
    this.#withEvents = new Columns(table, true)
    this.#withoutEvents = new Columns(table, false)
  }

  push(equipmentId: number, keys: readonly number[], sums: Sums, timesFrom: number): void {
    const columns = hasEventSums(sums) ? this.#withEvents : this.#withoutEvents
    columns.push(equipmentId, keys, sums, timesFrom)
  }

  *firstKeys(): Generator<number> {
    yield* this.#withEvents.firstKeys()
    yield* this.#withoutEvents.firstKeys()
  }

  async insert(ctx: Ctx): Promise<void> {
    await this.#withEvents.insert(ctx)
    await this.#withoutEvents.insert(ctx)
  }
}

/**
 * Collector of the rollup rows of many machines in memory; `write` inserts them. Rows that are stored already must be deleted
 * before.
 */
export class RollupWriter {
  readonly #quarters = new Rows(quarters)
  readonly #days = new Rows(days)
  readonly #dayShifts = new Rows(dayShifts)
  /** Stops that were collected, which `write` does not insert. */
  readonly stops: ReadyStop[] = []

  quarter(equipmentId: number, { bucketAt, shift, shiftDate, sums }: RollupRow): void {
    this.#quarters.push(equipmentId, [bucketAt, shiftDate, shift], sums, shift < 0 ? SUM.outside : SUM.inside)
  }

  day(equipmentId: number, from: number, to: number, sums: Sums): void {
    this.#days.push(equipmentId, [from, to], sums, SUM.inside)
  }

  dayShift(equipmentId: number, from: number, to: number, { shift, shiftDate, sums }: RollupRow): void {
    this.#dayShifts.push(equipmentId, [from, to, shiftDate, shift], sums, SUM.inside)
  }

  stop(stop: ReadyStop): void {
    this.stops.push(stop)
  }

  /** Returns the starts (epoch ms) of the quarter-hours to be written, possibly repeated. */
  quartersAt(): Iterable<number> {
    return this.#quarters.firstKeys()
  }

  async write(ctx: Ctx): Promise<void> {
    await this.#quarters.insert(ctx)
    await this.#days.insert(ctx)
    await this.#dayShifts.insert(ctx)
  }
}

/**
 * Deletes the rollup rows that begin in the given spans of machines: rows of quarter-hours in `quarters`, rows of days and of day
 * shifts in `days`. Rows of weeks stay.
 */
export async function deleteRollups(
  ctx: Ctx,
  given: { quarters: readonly Span[]; days: readonly Span[] },
): Promise<void> {
  await deleteIn(ctx, 'rollup_quarter', 'bucket_at', given.quarters)
  await deleteIn(ctx, 'rollup_day', 'day_from', given.days)
  await deleteIn(ctx, 'rollup_day_shift', 'day_from', given.days)
}

async function deleteIn(
  ctx: Ctx,
  table: 'rollup_quarter' | 'rollup_day' | 'rollup_day_shift',
  at: 'bucket_at' | 'day_from',
  spans: readonly Span[],
): Promise<void> {
  if (spans.length === 0) return
  await ctx.tx.prepared(
    {
      name: `utilization.delete_${table}`,
      text: `delete from ${table} r using unnest($2::bigint[], $3::bigint[], $4::bigint[]) as span (equipment_id, from_ms, to_ms)
        where r.company_id = $1 and r.equipment_id = span.equipment_id and r.${at} >= span.from_ms and r.${at} < span.to_ms
          and r.${at} >= $5 and r.${at} < $6`,
    },
    [
      ctx.companyId,
      ...spanArrays(spans),
      Math.min(...spans.map((span) => span.from)),
      Math.max(...spans.map((span) => span.to)),
    ],
  )
}
