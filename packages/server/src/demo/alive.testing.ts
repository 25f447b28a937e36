import { HOUR_MS, MINUTE_MS, WEEK_MS } from '@millwatch/domain/time'
import { dayAt } from '@millwatch/simulator/machines/day-plan'
import { plansOf } from '@millwatch/simulator/plant'
import { brokenAtStart } from './broken.ts'
import { demoRunning, demoSites } from './plant.ts'
import { specOf } from './spec.ts'

const STEP = 4 * MINUTE_MS

/** First starts at a Saturday evening, at the change of clocks of each site, at the end of a month, on a Monday morning. */
export const demoStarts = [
  ['one installation', '2026-11-21T19:00:00Z'],
  ['another', '2026-03-29T01:30:00Z'],
  ['a third', '2026-11-01T06:30:00Z'],
  ['a fourth', '2026-10-31T23:55:00Z'],
  ['a fifth', '2026-06-15T04:10:00Z'],
] as const

/** Returns the machines of the demo with their plans; the recorded machine does what it did and has no plan. */
export function planned(seed: string, startedAt: number) {
  const broken = brokenAtStart(demoSites, seed, startedAt)
  const specs = demoSites.flatMap(({ units, zone }) =>
    units.flatMap((unit) => unit.machines.map((machine) => specOf({ machine, unit, zone }, { startedAt, broken }))),
  )
  const time = { seed, detailFrom: startedAt - 26 * HOUR_MS, liveAt: startedAt, running: demoRunning }
  const plans = plansOf(specs, { ...time, recording: { name: 'cnc-mill', device: 'Mazak01' } })
  return { broken, machines: specs.map((spec, i) => ({ spec, plan: plans[i] ?? (() => []) })) }
}
type Machines = ReturnType<typeof planned>['machines']

/** Returns the segments of all machines over a range, cut at its ends and at the end of use. */
export const segmentsOver = (machines: Machines, from: number, to: number) =>
  machines.flatMap(({ spec, plan }) => {
    const { day: first } = dayAt(spec.zone, from)
    const { day: last } = dayAt(spec.zone, to)
    const until = Math.min(to, spec.retiredAt ?? to)
    return Array.from({ length: last - first + 1 }, (_, i) => plan(first + i))
      .flat()
      .map((part) => ({ ...part, spec, from: Math.max(part.from, from), to: Math.min(part.to, until) }))
      .filter((part) => part.from < part.to)
  })

/** Returns the number of running machines of each site every four minutes of a range. */
function runningOver(machines: Machines, from: number, to: number): number[][] {
  const counts = Array.from({ length: Math.floor((to - from) / STEP) }, () => demoSites.map(() => 0))
  for (const { spec, mode, ...span } of segmentsOver(machines, from, to)) {
    const site = demoSites.findIndex(({ zone }) => zone === spec.zone)
    if (mode !== 'run') continue
    for (let i = Math.ceil((span.from - from) / STEP); from + i * STEP < span.to; i++) {
      const count = counts[i]
      if (count !== undefined) count[site] = (count[site] ?? 0) + 1
    }
  }
  return counts
}

/**
 * Returns the number of running machines of each site every four minutes of some weeks, which are counted from the first start:
 * week 0 begins with it.
 */
export const runningInWeeks = (machines: Machines, startedAt: number, weeks: readonly number[]): number[][] =>
  weeks.flatMap((week) => runningOver(machines, startedAt + week * WEEK_MS, startedAt + (week + 1) * WEEK_MS))
