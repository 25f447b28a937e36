import { datedRanges } from '@millwatch/domain/shifts'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { countedShifts, isExcessive } from '@millwatch/domain/utilization'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import { shiftRowsTouching } from '../modules/shifts/index.ts'
import { annotateStops, createReason, longStops, type StopRow } from '../modules/stops/index.ts'
import { settingsOver } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Working } from './runs.ts'

const short = ['Tool change', 'Setup', 'Material shortage', 'Jam', 'Quality check', 'No operator', 'Cleaning']
const long = ['Maintenance', 'Breakdown', 'Tool change', 'Waiting for parts', 'No operator', 'Material shortage']
const overRest = ['Start after standstill', 'Setup', 'Heating up']

/** Group of each reason, by which reports sum up; reasons that are missing here have none. */
const groups: Readonly<Record<string, string>> = {
  ...{ 'Tool change': 'Changeover', Setup: 'Changeover', 'Heating up': 'Changeover' },
  ...{ Maintenance: 'Technical', Breakdown: 'Technical', Jam: 'Technical' },
  ...{ 'Material shortage': 'Logistics', 'Waiting for parts': 'Logistics', 'No operator': 'Logistics' },
}

/** Names of the reasons that mark a stop as a failure. */
const failures: readonly string[] = ['Breakdown', 'Jam']

const notes = [
  'Second time this week, watch the feeder',
  'Waited for the fitter',
  'New coil, edge damaged',
  'Sensor at station 3 cleaned',
  'First part out of tolerance, offset corrected',
  'Hose replaced',
  'Forklift busy',
  'Told the shift leader',
  'Mould cleaned',
  'See maintenance order',
]

interface Span {
  readonly seed: string
  readonly from: number
  readonly startedAt: number
}

/**
 * Creates the reasons, and adds one to most excessive stops of machines in a span, and a note to some. Open stops, and some of
 * the last 20 hours, are left for people to explain. The same data and seed give the same reasons.
 */
export async function explainStops(ctx: Ctx, span: Span, machines: readonly Working[]): Promise<void> {
  const reasonIds = new Map<string, number>()
  for (const name of new Set([...short, ...long, ...overRest]))
    reasonIds.set(
      name,
      (await createReason(ctx, { name, groupName: groups[name], failure: failures.includes(name) })).reasonId,
    )
  const random = randomFrom(seedOf(span.seed, 'reasons'))
  const stops = await excessiveStops(ctx, span, machines)
  await annotateStops(
    ctx,
    stops.flatMap(({ equipmentId, startedAt, endedAt }) => {
      const isOfToday = startedAt > span.startedAt - 20 * HOUR_MS
      if (endedAt === null || random() > (isOfToday ? 0.7 : 0.92)) return []
      const reasonId = reasonIds.get(reasonOf(endedAt - startedAt, random)) ?? null
      const note = random() < 0.18 ? pick(notes, random) : null
      return [{ equipmentId, from: startedAt, to: endedAt, reasonId, notes: note, ignored: false }]
    }),
  )
}

function reasonOf(durationMs: number, random: Random): string {
  if (durationMs > 8 * HOUR_MS) return pick(overRest, random)
  return pick(durationMs > 50 * MINUTE_MS ? long : short, random)
}

/** Returns a random entry of a list, with more weight on the first entries. */
const pick = (list: readonly string[], random: Random): string => list[Math.floor(random() ** 1.6 * list.length)] ?? ''

async function excessiveStops(
  ctx: Ctx,
  { from, startedAt: to }: Span,
  machines: readonly Working[],
): Promise<StopRow[]> {
  const ids = machines.map(({ equipmentId }) => equipmentId)
  const settings = await settingsOver(ctx, ids)
  const thresholds = ids.map((equipmentId) => ({
    equipmentId,
    from,
    leastMs: Math.min(...(settings.get(equipmentId) ?? []).map((setting) => setting.excessiveDowntimeThresholdMs)),
  }))
  const stops = await longStops(ctx, thresholds, { to, now: to })
  const shifts = await shiftRowsTouching(ctx, ids, from, to)
  const counted = new Map(
    [...settings].map(([id, history]) => {
      const ranges = datedRanges(shifts.get(id) ?? [])
      return [id, countedShifts({ shifts: ranges, settings: history })]
    }),
  )
  return stops.filter((stop) =>
    isExcessive(
      { from: stop.startedAt, to: stop.endedAt ?? to },
      counted.get(stop.equipmentId) ?? [],
      settings.get(stop.equipmentId) ?? [],
    ),
  )
}
