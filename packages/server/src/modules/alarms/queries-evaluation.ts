import type { CountedCycles, Impact, Quantity } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { companyRead } from '../../platform/db/statements.ts'
import { KIND } from '../ingest/index.ts'

/** Machine with the start of a span of time, epoch ms. Where a query has an end, data are read after `from` (exclusive). */
export interface MachineSpan {
  readonly equipmentId: number
  readonly from: number
}

const spans = 'unnest($2::bigint[], $3::bigint[]) as span (id, from_ms)'
const valuesOf = (ctx: Ctx, machines: readonly MachineSpan[], to: number) => [
  ctx.companyId,
  numberArray(machines.map(({ equipmentId }) => equipmentId)),
  numberArray(machines.map(({ from }) => from)),
  to,
]

function byMachine<Row extends { equipmentId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const lists = new Map<number, Row[]>()
  for (const row of rows) {
    const list = lists.get(row.equipmentId)
    if (list === undefined) lists.set(row.equipmentId, [row])
    else list.push(row)
  }
  return lists
}

/**
 * Returns by machine id the cycles that primary devices counted after the start of each span, up to `to` (epoch ms, included),
 * ascending. Machines without any have no entry.
 */
export async function cyclesOver(
  ctx: Ctx,
  machines: readonly MachineSpan[],
  to: number,
): Promise<ReadonlyMap<number, readonly CountedCycles[]>> {
  if (machines.length === 0) return new Map()
  const rows = await ctx.tx.prepared<PackedRow>(
    {
      name: 'alarms.cycles_over',
      text: `select span.id as equipment_id, e.packed from ${spans} cross join lateral (
          select encode(string_agg(point_send(point(occurred_at, coalesce(number, 1))), ''::bytea order by occurred_at), 'base64')
            as packed from event where company_id = $1 and equipment_id = span.id
            and occurred_at > from_ms and occurred_at <= $4 and kind = ${KIND.cycle} and is_primary) e where packed is not null`,
    },
    valuesOf(ctx, machines, to),
  )
  return new Map(
    rows.map(({ equipmentId, packed }) => [equipmentId, entriesOf(packed, 2, (at, count) => ({ at, count }))]),
  )
}

/** Rows of one machine, packed as base64 of doubles, since a backtest reads up to 300,000 of them. */
interface PackedRow {
  readonly equipmentId: number
  readonly packed: string
}

/**
 * Returns the entries of packed rows, in their order. An entry is `size` doubles long; `entryOf` gets three doubles from its
 * start on, after its end those of the next entry.
 */
function entriesOf<Entry>(packed: string, size: number, entryOf: (a: number, b: number, c: number) => Entry): Entry[] {
  const doubles = doublesIn(packed)
  const entries: Entry[] = []
  for (let i = 0; i < doubles.length; i += size)
    entries.push(entryOf(doubles[i] as number, doubles[i + 1] as number, doubles[i + 2] as number))
  return entries
}

/**
 * Returns by machine id the impacts that primary devices measured after the start of each span, up to `to` (epoch ms, included),
 * ascending. Machines without any have no entry.
 */
export async function impactsOver(
  ctx: Ctx,
  machines: readonly MachineSpan[],
  to: number,
): Promise<ReadonlyMap<number, readonly Impact[]>> {
  if (machines.length === 0) return new Map()
  const rows = await ctx.tx.prepared<{ equipmentId: number; at: number; force: number }>(
    {
      name: 'alarms.impacts_over',
      text: `select span.id as equipment_id, e.at, e.force from ${spans} cross join lateral (
          select occurred_at as at, analog_in_1 as force from event where company_id = $1 and equipment_id = span.id
            and occurred_at > from_ms and occurred_at <= $4 and kind = ${KIND.impact} and is_primary order by occurred_at) e`,
    },
    valuesOf(ctx, machines, to),
  )
  return byMachine(rows)
}

/**
 * Returns the instant (epoch ms) of the event number `count` of a machine after `from` (epoch ms, exclusive), in order of time
 * and of all kinds; null when there are fewer.
 */
export const instantOfEvent = companyRead<
  { at: number },
  number | null,
  [equipmentId: number, from: number, count: number]
>(
  'alarms.instant_of_event',
  `select occurred_at as at from event where company_id = $1 and equipment_id = $2 and occurred_at > $3
    order by occurred_at offset $4 - 1 limit 1`,
  ([row]) => row?.at ?? null,
)

/** Value of a quantity as a device sent it at `at` (epoch ms): °C, raw analog input, or seconds of a cycle. */
export interface SentValue {
  readonly equipmentId: number
  /** Device of an analog input, whose settings convert the value. Values of other quantities that `valuesOver` returns have 0. */
  readonly deviceId: number
  readonly at: number
  readonly value: number
}

const quantities: Readonly<Record<Quantity, { readonly value: string; readonly holds: string }>> = {
  temperature: { value: 'temperature_1', holds: `kind in (${KIND.cycle}, ${KIND.tlm}) and temperature_1 is not null` },
  analog: { value: 'analog_in_1', holds: `kind in (${KIND.cycle}, ${KIND.tlm}) and analog_in_1 is not null` },
  cycle_time: {
    value: 'coalesce(cycle_ms, derived_ms) / 1000.0::float8',
    holds: `kind = ${KIND.cycle} and is_primary and coalesce(cycle_ms, derived_ms) is not null`,
  },
}

const eventOrder = (direction: '' | ' desc') =>
  ['occurred_at', 'batch_id collate "C"', 'position'].map((column) => column + direction).join(', ')

/**
 * Returns by machine id the values of a quantity after the start of each span, up to `to` (epoch ms, included), ascending: cycle
 * times of primary devices, other quantities of all devices. Machines without any have no entry.
 */
export async function valuesOver(
  ctx: Ctx,
  quantity: Quantity,
  machines: readonly MachineSpan[],
  to: number,
): Promise<ReadonlyMap<number, readonly SentValue[]>> {
  if (machines.length === 0) return new Map()
  const { value, holds } = quantities[quantity]
  const hasDevice = quantity === 'analog'
  const point = `point(occurred_at, ${value})`
  const entry = hasDevice ? `lseg_send(lseg(${point}, point(device_id, 0)))` : `point_send(${point})`
  const rows = await ctx.tx.prepared<PackedRow>(
    {
      name: `alarms.${quantity}_over`,
      text: `select span.id as equipment_id, e.packed from ${spans} cross join lateral (
          select encode(string_agg(${entry}, ''::bytea order by ${eventOrder('')}), 'base64') as packed
            from event where company_id = $1 and equipment_id = span.id
            and occurred_at > from_ms and occurred_at <= $4 and ${holds}) e where packed is not null`,
    },
    valuesOf(ctx, machines, to),
  )
  return new Map(
    rows.map(({ equipmentId, packed }) => [
      equipmentId,
      hasDevice
        ? entriesOf(packed, 4, (at, sent, deviceId) => ({ equipmentId, deviceId, at, value: sent }))
        : entriesOf(packed, 2, (at, sent) => ({ equipmentId, deviceId: 0, at, value: sent })),
    ]),
  )
}

/**
 * Returns by machine id the last value of a quantity at or before the start of each span: a cycle time of a primary device,
 * another quantity of any device. Machines without such a value have no entry.
 */
export async function lastValues(
  ctx: Ctx,
  quantity: Quantity,
  machines: readonly MachineSpan[],
): Promise<ReadonlyMap<number, SentValue>> {
  if (machines.length === 0) return new Map()
  const { value, holds } = quantities[quantity]
  const [companyId, ids, froms] = valuesOf(ctx, machines, 0)
  const rows = await ctx.tx.prepared<SentValue>(
    {
      name: `alarms.last_${quantity}`,
      text: `select span.id as equipment_id, e.* from ${spans} cross join lateral (
          select device_id, occurred_at as at, ${value} as value from event where company_id = $1 and equipment_id = span.id
            and occurred_at <= from_ms and ${holds} order by ${eventOrder(' desc')} limit 1) e`,
    },
    [companyId, ids, froms],
  )
  return new Map(rows.map((row) => [row.equipmentId, row]))
}
