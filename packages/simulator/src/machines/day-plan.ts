import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { localDay, wallInstant, weekday } from '../base/calendar.ts'
import { between, type Random, randomFrom, seedOf } from '../base/random.ts'

/**
 * Activity of a machine: `run` (works), `stop` (stands with power on), `off` (has no power) or `silent` (neither the machine nor
 * its device has power, so nothing is sent).
 */
export type Mode = 'run' | 'stop' | 'off' | 'silent'

/** Time from `from` to before `to` (epoch ms). */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Segment extends Span {
  readonly mode: Mode
}

/**
 * Function that returns the segments of a machine on a local day (days since 1970-01-01), without gaps from midnight to midnight.
 * A machine that replays a recording has none.
 */
export type Plan = (day: number) => readonly Segment[]

/**
 * Working pattern of a machine. Hours are wall-clock hours of its plant; ranges whose names contain `Minutes` are the least and
 * the most minutes.
 */
export interface Working {
  /** Shifts per weekday (0 = Sunday), `[from, to)` in hours from 0 to 24. */
  readonly shifts: Readonly<Record<number, readonly (readonly [number, number])[]>>
  /** Breaks, `[from, to)` in hours, on every day; only running time becomes a stop. */
  readonly breaks: readonly (readonly [number, number])[]
  /** Activity of the machine outside its shifts. */
  readonly rest: Exclude<Mode, 'run'>
  readonly stopsPerHour: number
  readonly stopMinutes: readonly [number, number]
  readonly breakdownsPerWeek: number
  readonly breakdownMinutes: readonly [number, number]
  /** Minutes of preparation (least, most) at the start of a shift after a rest. */
  readonly warmUpMinutes: readonly [number, number]
  readonly oneOffs?: readonly OneOff[] | undefined
  /** Time in which the machine stands broken, in addition to breakdowns by chance. */
  readonly broken?: Span | undefined
}

/**
 * Time in which a machine works although it is outside its shifts (`works` true), or rests although it is inside them (`works`
 * false).
 */
export interface OneOff extends Span {
  readonly works: boolean
}

const WEEK_DAYS = 7

/**
 * Returns segments with their mode replaced between `from` and `to` (epoch ms), divided at these instants if necessary. With
 * `only`, segments of other modes stay. If `to` is not after `from`, nothing changes.
 */
export function overlay(segments: readonly Segment[], from: number, to: number, mode: Mode, only?: Mode): Segment[] {
  if (from >= to) return [...segments]
  const out: Segment[] = []
  for (const segment of segments) {
    const a = Math.max(segment.from, from)
    const b = Math.min(segment.to, to)
    if (a >= b || (only !== undefined && segment.mode !== only)) {
      out.push(segment)
      continue
    }
    if (segment.from < a) out.push({ ...segment, to: a })
    out.push({ from: a, to: b, mode })
    if (b < segment.to) out.push({ ...segment, from: b })
  }
  return out
}

/** Returns the segments in the same order, with neighbours that touch and have the same mode joined into one. */
export function joined(segments: readonly Segment[]): Segment[] {
  const out: Segment[] = []
  for (const segment of segments) {
    const last = out.at(-1)
    if (last && last.mode === segment.mode && last.to === segment.from)
      out[out.length - 1] = { ...last, to: segment.to }
    else out.push(segment)
  }
  return out
}

function withShortStops(segments: Segment[], working: Working, random: Random): Segment[] {
  if (working.stopsPerHour <= 0) return segments
  let out = segments
  for (const run of segments) {
    if (run.mode !== 'run') continue
    let at = run.from
    for (;;) {
      at += Math.round((-Math.log(1 - random()) / working.stopsPerHour) * HOUR_MS)
      const end = at + Math.round(between(random, ...working.stopMinutes) * MINUTE_MS)
      if (end >= run.to) break
      out = overlay(out, at, end, 'stop')
      at = end
    }
  }
  return out
}

/**
 * Returns the segments with breakdowns as stops in the running time. They are drawn per week, so that one may last over midnight
 * and the plans of both days contain it.
 */
function withBreakdowns(segments: Segment[], working: Working, zone: string, seed: number, day: number): Segment[] {
  let out = segments
  const week = Math.floor(day / WEEK_DAYS)
  for (const origin of [week - 1, week]) {
    const random = randomFrom(seedOf(seed, 'breakdowns', origin))
    const many = Math.floor(working.breakdownsPerWeek + random())
    for (let i = 0; i < many; i++) {
      const from = wallInstant(zone, origin * WEEK_DAYS, 0) + Math.floor(random() * WEEK_DAYS * 24 * HOUR_MS)
      const to = from + Math.round(between(random, ...working.breakdownMinutes) * MINUTE_MS)
      out = overlay(out, from, to, 'stop', 'run')
    }
  }
  return out
}

/**
 * Returns the segments of one local day (days since 1970-01-01), from midnight to midnight without gaps: shifts and one-offs,
 * with breaks, warm-ups, short stops and breakdowns in them. Equal arguments give an equal plan.
 */
export function planDay(working: Working, zone: string, seed: number, day: number): Segment[] {
  const random = randomFrom(seedOf(seed, 'day', day))
  const hour = (h: number) => wallInstant(zone, day, Math.round(h * 3600))
  const minutes = (range: readonly [number, number]) => Math.round(between(random, ...range) * MINUTE_MS)
  let plan: Segment[] = [{ from: hour(0), to: hour(24), mode: working.rest }]
  const shifts = working.shifts[weekday(day)] ?? []
  for (const [from, to] of shifts) plan = overlay(plan, hour(from), hour(to), 'run')
  for (const { from, to, works } of working.oneOffs ?? [])
    plan = overlay(plan, Math.max(from, hour(0)), Math.min(to, hour(24)), works ? 'run' : working.rest)
  for (const [from, to] of working.breaks) {
    const late = minutes([0, 4])
    plan = overlay(plan, hour(from) + late, hour(to) + late + minutes([0, 6]), 'stop', 'run')
  }
  for (const [from] of shifts) {
    if (from > 0) plan = overlay(plan, hour(from), hour(from) + minutes(working.warmUpMinutes), 'stop', 'run')
  }
  plan = withShortStops(joined(plan), working, random)
  plan = withBreakdowns(plan, working, zone, seed, day)
  if (working.broken) plan = overlay(plan, working.broken.from, working.broken.to, 'stop', 'run')
  return joined(plan)
}

/** Returns a copy of the working pattern without breaks, warm-ups, short stops and breakdowns; shifts and one-offs stay. */
export const withoutStops = (working: Working): Working => ({
  ...working,
  breaks: [],
  warmUpMinutes: [0, 0],
  stopsPerHour: 0,
  breakdownsPerWeek: 0,
  broken: undefined,
})

/** Returns the local day of `zone` that contains `at`, with its start and end (epoch ms). */
export function dayAt(zone: string, at: number): { day: number; from: number; to: number } {
  const day = localDay(zone, at)
  return { day, from: wallInstant(zone, day, 0), to: wallInstant(zone, day + 1, 0) }
}
