import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { describe, expect, test } from 'vitest'
import { demoStarts, planned, runningInWeeks, segmentsOver } from './alive.testing.ts'
import { demoRunning } from './plant.ts'

describe.each(demoStarts)('The demo plant of %s, opened first at %s,', (seed, start) => {
  const startedAt = Date.parse(start)
  const { broken, machines } = planned(seed, startedAt)
  const counts = runningInWeeks(machines, startedAt, [-12, -1, 0])

  test('has 16 to 20 running machines at every instant of its first week, the one before, and an early one', () => {
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
