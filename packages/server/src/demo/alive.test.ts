import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { dayAt } from '@millwatch/simulator/machines/day-plan'
import { plansOf } from '@millwatch/simulator/plant'
import { describe, expect, test } from 'vitest'
import { brokenAtStart } from './broken.ts'
import { demoRunning, demoSites } from './plant.ts'
import { specOf } from './spec.ts'

const WEEK_DAYS = 7
const STEP = 4 * MINUTE_MS

/** First starts at a Saturday evening, at the change of clocks of each site, at the end of a month, on a Monday morning. */
const starts = [
  ['one installation', '2026-11-21T19:00:00Z'],
  ['another', '2026-03-29T01:30:00Z'],
  ['a third', '2026-11-01T06:30:00Z'],
  ['a fourth', '2026-10-31T23:55:00Z'],
  ['a fifth', '2026-06-15T04:10:00Z'],
] as const

/** Returns the machines of the demo with their plans; the recorded machine does what it did and has no plan. */
function planned(seed: string, startedAt: number) {
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
const segmentsOver = (machines: Machines, from: number, to: number) =>
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

describe.each(starts)('The demo plant of %s, opened first at %s,', (seed, start) => {
  const startedAt = Date.parse(start)
  const { broken, machines } = planned(seed, startedAt)
  const weeks = [-12, -5, -4, -1, 0, 1, 30].map((week) => startedAt + week * WEEK_DAYS * DAY_MS)
  const counts = weeks.flatMap((from) => runningOver(machines, from, from + WEEK_DAYS * DAY_MS))

  test('has 16 to 20 running machines at every instant of every week', () => {
    const sums = counts.map((sites) => sites.reduce((sum, count) => sum + count, 0))
    expect([Math.min(...sums), Math.max(...sums)]).toEqual([demoRunning.least, demoRunning.most])
  })

  test('has running machines at both sites', () => {
    expect(Math.min(...counts.flat())).toBeGreaterThanOrEqual(2)
  })

  test('has machines that are used as in a plant: 55 to 95 % of their shifts', () => {
    const worked = new Map<string, { run: number; shift: number }>()
    for (const { spec, mode, from, to } of segmentsOver(machines, startedAt - 14 * DAY_MS, startedAt)) {
      const { run, shift } = worked.get(spec.name) ?? { run: 0, shift: 0 }
      const isShift = mode === 'run' || mode === 'stop'
      worked.set(spec.name, { run: run + (mode === 'run' ? to - from : 0), shift: shift + (isShift ? to - from : 0) })
    }
    const shares = [...worked].map(([name, { run, shift }]) => [name, run / shift] as const)
    expect(shares.filter(([, share]) => share < 0.55 || share > 0.95)).toEqual([])
  })

  test('changes at whole milliseconds, as devices report them', () => {
    const parts = segmentsOver(machines, startedAt - 7 * DAY_MS, startedAt)
    expect(parts.filter(({ from, to }) => !Number.isInteger(from) || !Number.isInteger(to))).toEqual([])
  })

  test('has a machine that stands broken then, and some time afterwards', () => {
    const around = segmentsOver(machines, startedAt - 30 * MINUTE_MS, startedAt + HOUR_MS)
    const stands = around.filter(({ spec, mode }) => spec.name === broken?.name && mode === 'stop')
    expect(stands.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(90 * MINUTE_MS)
  })
})

test('A common plan is the same whichever part of it is read first', () => {
  const startedAt = Date.parse('2026-11-21T19:00:00Z')
  const [once, again] = [planned('a', startedAt).machines, planned('a', startedAt).machines]
  const to = startedAt + 9 * DAY_MS
  segmentsOver(again, startedAt + 60 * DAY_MS, startedAt + 80 * DAY_MS)
  const inParts = [0, 3, 6].flatMap((day) =>
    segmentsOver(again, startedAt + day * DAY_MS, startedAt + (day + 3) * DAY_MS),
  )
  const runMs = (parts: ReturnType<typeof segmentsOver>) =>
    parts.reduce((sum, part) => sum + (part.mode === 'run' ? part.to - part.from : 0), 0)
  expect(runMs(inParts)).toBe(runMs(segmentsOver(once, startedAt, to)))
})
