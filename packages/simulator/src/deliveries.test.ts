import { HOUR_MS } from '@millwatch/domain/time'
import { describe, expect, test } from 'vitest'
import { comeBack, type Delivery, deliveries, eventsOf, partsOf } from './deliveries.ts'
import { outageNear } from './machines/network.ts'
import { lineOf, type MachineSpec, type PlantTime } from './plant.ts'

const NOW = Date.parse('2026-03-11T16:00:00Z')
const time: PlantTime = {
  seed: 'a-seed',
  detailFrom: NOW - 48 * HOUR_MS,
  liveAt: NOW,
  recording: { name: 'cnc-mill', device: 'Mazak01' },
}
const base = { zone: 'America/Chicago', windowMs: 10_000, transport: 'mqtt', holdMs: 120_000 } as const
const steady: MachineSpec = { ...base, name: 'Steady', kind: 'moulding', shifts: 'roundTheClock' }
const late: MachineSpec = { ...steady, name: 'Late', network: 'late' }
const flaky: MachineSpec = { ...steady, name: 'Flaky', network: 'flaky' }

describe('deliveries', () => {
  test('of a steady line carry every event once, in windows', () => {
    const line = lineOf(steady, time)
    const sent = deliveries(line, NOW - 2 * HOUR_MS, NOW)
    expect(sent.flatMap((d) => d.events)).toEqual(eventsOf(line, NOW - 2 * HOUR_MS, NOW))
    expect(new Set(sent.map((d) => d.batchId)).size).toBe(sent.length)
    expect(sent.every((d) => d.dueAt > NOW - 2 * HOUR_MS && d.dueAt <= NOW)).toBe(true)
  })

  test('asked for second by second are those asked for at once', () => {
    const { kind, seed } = lineOf(late, time).network!
    const outage = outageNear(kind, seed, NOW - 24 * HOUR_MS)
    for (const [spec, span] of [
      [steady, { from: NOW - HOUR_MS, to: NOW }],
      [flaky, { from: NOW - HOUR_MS, to: NOW }],
      [late, { from: outage.to - HOUR_MS / 20, to: outage.to + HOUR_MS / 20 }],
    ] as const) {
      const line = lineOf(spec, time)
      const bits: Delivery[] = []
      for (let at = span.from; at < span.to; at += 1_000) bits.push(...deliveries(line, at, at + 1_000))
      expect(bits.length, spec.name).toBeGreaterThan(20)
      expect(bits).toEqual(deliveries(line, span.from, span.to))
    }
  })

  test('of a flaky line come late, out of order and twice, and lose nothing', () => {
    const line = lineOf(flaky, time)
    const sent = deliveries(line, NOW - 12 * HOUR_MS, NOW)
    const first = sent.map((d) => d.events[0]!.t)
    expect(first.some((t, i) => i > 0 && t < first[i - 1]!)).toBe(true)
    expect(sent.some((d) => d.dueAt - d.events.at(-1)!.t > 3 * 60_000)).toBe(true)
    const byId = Map.groupBy(sent, (d) => d.batchId)
    const twice = [...byId.values()].filter((same) => same.length > 1)
    expect(twice.length).toBeGreaterThan(20)
    for (const same of twice) expect(same[1]!.events).toEqual(same[0]!.events)
    // All events up to half an hour ago have arrived by now.
    const arrived = new Set([...byId.values()].flatMap((same) => same[0]!.events.map((e) => e.t)))
    const missing = eventsOf(line, NOW - 11 * HOUR_MS, NOW - HOUR_MS / 2).filter((e) => !arrived.has(e.t))
    expect(missing).toEqual([])
  })

  test('of a late line are held back for hours once a day, and lose nothing', () => {
    const line = lineOf(late, time)
    const [from, to] = [NOW - 30 * HOUR_MS, NOW]
    const sent = deliveries(line, from - 6 * HOUR_MS, to + 6 * HOUR_MS)
    const delayMs = sent.map((d) => d.dueAt - d.readyAt)
    expect(Math.max(...delayMs)).toBeGreaterThan(HOUR_MS)
    expect(Math.max(...delayMs)).toBeLessThan(5 * HOUR_MS)
    const arrived = new Set(sent.flatMap((d) => d.events.map((e) => e.t)))
    expect(eventsOf(line, from, to).filter((e) => !arrived.has(e.t))).toEqual([])
    const parts = partsOf(line, from, to)
    expect(parts.late.length).toBeGreaterThan(100)
    expect([...parts.inTime, ...parts.late].sort((a, b) => a.t - b.t)).toEqual(eventsOf(line, from, to))
    expect(partsOf(lineOf(flaky, time), from, to).late).toEqual([])
  })

  test('coming back a controller says how it stands, a machine without power says nothing', () => {
    const centre = lineOf({ ...base, name: 'Centre', kind: 'machining' }, time)
    const noon = Date.parse('2026-03-11T18:07:00Z')
    const night = Date.parse('2026-03-11T08:00:00Z')
    const status = centre.machine.events(noon - 12 * HOUR_MS, noon).findLast((e) => e.type === 'status')
    expect(status).toBeDefined()
    expect(comeBack(centre, noon)?.events).toContainEqual({ ...status, t: noon })
    expect(comeBack(centre, night)).toBeNull()
  })
})
