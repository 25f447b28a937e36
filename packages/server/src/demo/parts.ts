import { EVERYWHERE, type PartAction } from '@millwatch/domain/parts'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import { createPart, recordWork } from '../modules/parts/index.ts'
import { longStops, type StopRow } from '../modules/stops/index.ts'
import { allEquipment, equipmentLists } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Working } from './runs.ts'

const YEAR_MS = 365 * DAY_MS

interface DemoPart {
  readonly number: string
  readonly description: string
  readonly url?: string
  readonly action: PartAction
  readonly qty?: number
  readonly everyDays: number
}

/** Parts by the category of the machines that use them. Those of `all` are used on every machine. */
const parts: Readonly<Record<string, readonly DemoPart[]>> = {
  all: [
    { number: 'GR-2 grease', description: 'Lithium grease, 400 g cartridge', action: 'lubricate', everyDays: 45 },
    { number: 'AF-10', description: 'Air filter 10 µm', action: 'clean', everyDays: 75 },
  ],
  'Stamping press': [
    { number: 'DB-4410', description: 'Die bushing', action: 'replace', qty: 4, everyDays: 90 },
    { number: 'CL-220', description: 'Clutch lining', action: 'inspect', everyDays: 60 },
    { number: 'OIL-HLP46', description: 'Hydraulic oil HLP 46, litres', action: 'refill', qty: 12, everyDays: 120 },
  ],
  'Injection moulding machine': [
    { number: 'HB-650', description: 'Heater band 650 W', action: 'replace', qty: 2, everyDays: 80 },
    { number: 'NZ-14', description: 'Nozzle tip', action: 'swap', everyDays: 50 },
  ],
  'Machining centre': [
    { number: 'SP-B40', description: 'Spindle bearing set', action: 'inspect', everyDays: 90 },
    {
      number: 'CF-200',
      description: 'Coolant filter',
      url: 'https://parts.example/cf-200',
      action: 'replace',
      everyDays: 30,
    },
    { number: 'WW-7', description: 'Way wiper', action: 'adjust', everyDays: 110 },
  ],
  'Packaging line': [
    { number: 'BT-1800', description: 'Conveyor belt 1800 mm', action: 'replace', everyDays: 150 },
    { number: 'SJ-8', description: 'Sealing jaw', action: 'calibrate', everyDays: 40 },
  ],
}

interface Span {
  readonly seed: string
  /** Start of the data of the machines (epoch ms), which ends at `startedAt`, exclusive. */
  readonly from: number
  readonly startedAt: number
}

/**
 * Creates critical parts and records a year of work on them for each machine: since the first data during stops, earlier work as
 * if it was taken over from paper. Work without a stop within three days is left out. The same data and seed give the same
 * history.
 */
export async function addParts(ctx: Ctx, span: Span, machines: readonly Working[]): Promise<void> {
  const categoryOf = await categoriesOfMachines(ctx)
  const stops = Map.groupBy(await stopsToWorkIn(ctx, span, machines), (stop) => stop.equipmentId)
  const random = randomFrom(seedOf(span.seed, 'parts'))
  for (const [category, list] of Object.entries(parts)) {
    const using = machines.filter(
      ({ equipmentId }) => category === 'all' || categoryOf.get(equipmentId)?.name === category,
    )
    const [first] = using
    if (first === undefined) continue
    const categoryIds = category === 'all' ? [] : [categoryOf.get(first.equipmentId)?.id ?? 0]
    for (const part of list) {
      const { number, description, url } = part
      const { partId } = await createPart(ctx, { number, description, url, ...EVERYWHERE, categoryIds })
      const rows = using.flatMap(({ equipmentId, until }) =>
        instantsOf(part, { ...span, startedAt: until }, random).flatMap((at) => {
          const stop = at < span.from ? undefined : nearest(stops.get(equipmentId) ?? [], at)
          if (at >= span.from && stop === undefined) return []
          const time = stop === undefined ? { createdAt: at, from: null, to: null } : duringStop(stop, span.startedAt)
          return { equipmentId, partId, action: part.action, qty: part.qty ?? 1, alarmTripId: null, ...time }
        }),
      )
      await recordWork(ctx, rows)
    }
  }
}

async function categoriesOfMachines(ctx: Ctx): Promise<ReadonlyMap<number, { id: number; name: string }>> {
  const { categories } = await equipmentLists(ctx)
  const entries = (await allEquipment(ctx)).flatMap(({ equipmentId, categoryId }) => {
    const category = categoryId === null ? undefined : categories.get(categoryId)
    return category === undefined ? [] : [[equipmentId, category] as const]
  })
  return new Map(entries)
}

const stopsToWorkIn = (ctx: Ctx, { from, startedAt: to }: Span, machines: readonly Working[]): Promise<StopRow[]> =>
  longStops(
    ctx,
    machines.map(({ equipmentId }) => ({ equipmentId, leastMs: 20 * MINUTE_MS, from })),
    { to, now: to },
  )

/**
 * Returns the instants (epoch ms, whole minutes) in the year before `startedAt` at which a part is worked on, about every
 * `everyDays`, ascending. The last day has none.
 */
function instantsOf({ everyDays }: DemoPart, { startedAt }: Span, random: Random): number[] {
  const instants: number[] = []
  const everyMs = everyDays * DAY_MS
  for (
    let at = startedAt - YEAR_MS + random() * everyMs;
    at < startedAt - DAY_MS;
    at += everyMs * (0.8 + 0.4 * random())
  )
    instants.push(Math.floor(at / MINUTE_MS) * MINUTE_MS)
  return instants
}

/** Returns the stop whose begin is nearest to an instant (epoch ms); undefined if none is less than three days away. */
function nearest(stops: readonly StopRow[], at: number): StopRow | undefined {
  const near = stops.filter((stop) => Math.abs(stop.startedAt - at) < 3 * DAY_MS)
  return near.reduce<StopRow | undefined>(
    (best, stop) => (best === undefined || Math.abs(stop.startedAt - at) < Math.abs(best.startedAt - at) ? stop : best),
    undefined,
  )
}

const duringStop = ({ startedAt, endedAt }: StopRow, now: number) => ({
  createdAt: startedAt + 10 * MINUTE_MS,
  from: startedAt,
  to: endedAt ?? now,
})
