import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { between, type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import { kinds } from '@millwatch/simulator/machines/kinds'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import { createTag, type PastRun, recordRuns, startRun } from '../modules/runs/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { fittings } from './fittings.ts'
import { patternOf } from './weeks.ts'

/** Machine of the demo plant, which is in use until `until` (epoch ms). */
export interface Working {
  readonly equipmentId: number
  readonly spec: PlantFile['devices'][number]['machine']
  readonly until: number
}

interface Span {
  readonly seed: string
  readonly from: number
  readonly startedAt: number
}

/** Ratio of the hours of a week in which a machine makes parts, by shift pattern. */
const dutyOf = {
  continuous: 0.85,
  roundTheClock: 0.8,
  threeShifts: 0.6,
  twoShifts: 0.36,
  dayShift: 0.18,
  onDemand: 0.03,
} as const

interface Terms {
  readonly tagIds: readonly number[]
  readonly partsPerCycle: number
  /** Expected number of cycles. */
  readonly expected: number
}

/**
 * Adds tags and runs to the demo plant: past runs one after another over the whole history of every machine except saws, and
 * active runs on most of the machines that are still in use. To be called once per plant: it adds everything again.
 */
export async function enterRuns(ctx: Ctx, span: Span, machines: readonly Working[]): Promise<void> {
  const tags = await enterTags(ctx, machines)
  const past: PastRun[] = []
  const active: Parameters<typeof startRun>[1][] = []
  for (const machine of machines.filter(takesRuns)) {
    const random = randomFrom(seedOf(span.seed, 'runs', machine.spec.name))
    const { runs, freeFrom } = pastRuns(machine, span, tags, random)
    past.push(...runs)
    const startedAt = Math.max(freeFrom, machine.until - Math.round(between(random, 3, 9) * HOUR_MS))
    if (machine.until < span.startedAt || random() < 0.12) continue
    const durationMs = between(random, 30, 70) * HOUR_MS
    const { expected, ...terms } = termsOf(machine, tags, durationMs, random)
    const isIndefinite = random() < 0.3
    const total = isIndefinite ? null : roundUp(expected)
    active.push({ equipmentId: machine.equipmentId, startedAt, ...terms, cyclesTotal: total })
  }
  await recordRuns(ctx, past)
  for (const run of active) await startRun(ctx, run)
}

/** Returns true for machines that get runs; false for saws, which cut to length on demand. */
const takesRuns = ({ spec }: Working): boolean => spec.signals !== 'inputs'

type Tags = ReadonlyMap<string, number>

async function enterTags(ctx: Ctx, machines: readonly Working[]): Promise<Tags> {
  const tags = new Map<string, number>()
  const used = [...new Set(machines.map(({ spec }) => fittings[spec.kind]))]
  const groups = [
    ['Part', used.flatMap(({ parts }) => parts)],
    ['Material', used.flatMap(({ materials }) => materials)],
  ] as const
  for (const [groupName, names] of groups) {
    for (const name of new Set(names)) tags.set(name, (await createTag(ctx, { name, groupName })).tagId)
  }
  return tags
}

function pastRuns(machine: Working, { from }: Span, tags: Tags, random: Random) {
  const runs: PastRun[] = []
  const end = machine.until - 10 * HOUR_MS
  let at = from + Math.round(between(random, 1, 12) * HOUR_MS)
  while (at < end) {
    const durationMs = Math.round(between(random, 14, 110) * HOUR_MS)
    const endedAt = Math.min(at + durationMs, end)
    const { expected, ...terms } = termsOf(machine, tags, durationMs, random)
    const isLimited = random() < 0.45
    runs.push({
      equipmentId: machine.equipmentId,
      startedAt: at,
      endedAt,
      ...terms,
      cyclesTotal: isLimited ? roundUp(expected * 0.85) : null,
      scrapQty: Math.round(expected * terms.partsPerCycle * between(random, 0.002, 0.021) * workShare(at, endedAt)),
    })
    at = endedAt + Math.round(between(random, 0.1, 1.5) * HOUR_MS)
  }
  return { runs, freeFrom: at }
}

/**
 * Returns the ratio of workdays to all days in a span (epoch ms), by the noons in UTC that lie in it: 0 on a weekend, and for a
 * span without a noon.
 */
function workShare(from: number, to: number): number {
  const noons: number[] = []
  for (let noon = Math.ceil((from - 12 * HOUR_MS) / DAY_MS) * DAY_MS + 12 * HOUR_MS; noon < to; noon += DAY_MS)
    noons.push(noon)
  const workdays = noons.filter((noon) => ![0, 6].includes(new Date(noon).getUTCDay()))
  return noons.length === 0 ? 0 : workdays.length / noons.length
}

function termsOf({ spec }: Working, tags: Tags, durationMs: number, random: Random): Terms {
  const { parts, materials, partsPerCycle } = fittings[spec.kind]
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const cycleMs = spec.cycleMs ?? (spec.kind === 'recording' ? 20 * MINUTE_MS : kinds[spec.kind].cycleMs)
  return {
    tagIds: [pick(parts), pick(materials)].flatMap((name) => tags.get(name ?? '') ?? []),
    partsPerCycle,
    expected: (durationMs / cycleMs) * dutyOf[patternOf(spec)],
  }
}

/** Returns the number rounded up to a multiple of 10, 50 (above 200) or 500 (above 2,000), as orders have it. */
function roundUp(cycles: number): number {
  const unit = cycles > 2_000 ? 500 : cycles > 200 ? 50 : 10
  return Math.max(1, Math.ceil(cycles / unit)) * unit
}
