import { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { eventsOf } from './deliveries.ts'
import { lineOf, type MachineSpec, type PlantTime } from './plant.ts'

const NOW = Date.parse('2026-03-11T09:30:00Z')
const time: PlantTime = {
  seed: 'a-seed',
  detailFrom: NOW - 2 * DAY_MS,
  liveAt: NOW,
  recording: { name: 'cnc-mill', device: 'Mazak01' },
}
const base = { zone: 'America/Chicago', windowMs: 10_000, transport: 'http', holdMs: 120_000 } as const
const machines: MachineSpec[] = [
  { ...base, name: 'A press', kind: 'press' },
  { ...base, name: 'A cell', kind: 'moulding', shifts: 'threeShifts' },
  { ...base, name: 'A centre', kind: 'machining' },
  { ...base, name: 'A line', kind: 'packaging', zone: 'Europe/Prague' },
  { ...base, name: 'A flaky cell', kind: 'moulding', shifts: 'roundTheClock', network: 'flaky' },
  { ...base, name: 'A centre ahead', kind: 'machining', shifts: 'roundTheClock', clock: 'ahead' },
  { ...base, name: 'A recording', kind: 'recording' },
  { ...base, name: 'A late cell', kind: 'moulding', shifts: 'roundTheClock', network: 'late' },
  { ...base, name: 'A saw', kind: 'machining', signals: 'inputs', firmware: '1.4.1' },
  { ...base, name: 'A lamp', kind: 'packaging', signals: 'flashing' },
]
const named = (name: string): MachineSpec => {
  const found = machines.find((machine) => machine.name === name)
  if (found === undefined) throw new Error(name)
  return found
}
const eventsBetween = (spec: MachineSpec, from: number, to: number, seed = time) =>
  eventsOf(lineOf(spec, seed), from, to)

const deviceEvent = Compile(DeviceEvent)

describe.each(machines)('$name ($kind)', (spec) => {
  const near = { ...time, detailFrom: NOW - DAY_MS / 2 }
  const [from, to] = [NOW - 3 * DAY_MS, NOW + DAY_MS / 2]
  const all = eventsBetween(spec, from, to, near)

  test('says the same again from the same seed', () => {
    expect(eventsBetween(spec, from, to, near)).toEqual(all)
  })

  test('says the same whether asked at once or bit by bit, over the seam of history and live', () => {
    const line = lineOf(spec, near)
    const pieces: DeviceEvent[] = []
    const stepMs = 3_137_000
    for (let at = from; at < to; at += stepMs) {
      pieces.push(...eventsOf(line, at, Math.min(at + stepMs, to)))
    }
    expect(pieces).toEqual(all)
  })

  test('says only what the contract knows, in order of time', () => {
    expect(all.length).toBeGreaterThan(100)
    const bad = all.filter((event) => !deviceEvent.Check(event))
    expect(bad).toEqual([])
    expect(all.every((event, i) => i === 0 || event.t >= (all[i - 1]?.t ?? 0))).toBe(true)
  })

  test('keeps whole milliseconds', () => {
    const broken = all.filter(
      (e) => e.type === 'cycle' && e.cycle_time != null && !Number.isInteger(Math.round(e.cycle_time * 1e6) / 1000),
    )
    expect(broken).toEqual([])
  })
})

describe('a virtual machine', () => {
  test('says other things from another seed', () => {
    const press = machines[0]!
    expect(eventsBetween(press, NOW - DAY_MS, NOW, { ...time, seed: 'another' })).not.toEqual(
      eventsBetween(press, NOW - DAY_MS, NOW),
    )
  })

  test('that is on is never silent for more than 300 s, in older history not for more than 570 s', () => {
    for (const spec of machines.filter((m) => m.shifts === 'roundTheClock')) {
      const longest = (from: number, to: number) => {
        const events = lineOf(spec, time).machine.events(from, to)
        return events.reduce((gap, e, i) => Math.max(gap, i === 0 ? 0 : e.t - events[i - 1]!.t), 0)
      }
      expect(longest(NOW - 9 * DAY_MS, time.detailFrom), spec.name).toBeLessThanOrEqual(570_000)
      expect(longest(time.detailFrom, NOW), spec.name).toBeLessThanOrEqual(300_000)
    }
  })

  test('counts in older history about as many cycles as it sends one by one', () => {
    const spec: MachineSpec = { ...base, name: 'A cell', kind: 'moulding', shifts: 'roundTheClock' }
    const cyclesPerDay = (detailFrom: number) => {
      const events = eventsBetween(spec, NOW - 12 * DAY_MS, NOW - 5 * DAY_MS, { ...time, detailFrom })
      return events.reduce((sum, e) => sum + (e.type === 'cycle' ? (e.count ?? 1) : 0), 0) / 7
    }
    const counted = cyclesPerDay(NOW)
    const oneByOne = cyclesPerDay(NOW - 30 * DAY_MS)
    expect(oneByOne).toBeGreaterThan(1_500)
    expect(Math.abs(counted - oneByOne) / oneByOne).toBeLessThan(0.06)
  })

  test('rests on Sunday and at night where its plant does', () => {
    const running = eventsBetween(machines[2]!, NOW - 9 * DAY_MS, NOW).filter((e) => e.type === 'cycle')
    const local = running.map((e) => Temporal.Instant.fromEpochMilliseconds(e.t).toZonedDateTimeISO('America/Chicago'))
    expect(local.filter((at) => at.dayOfWeek === 7)).toEqual([])
    expect(local.filter((at) => at.hour < 6 || at.hour >= 22)).toEqual([])
    expect(local.length).toBeGreaterThan(500)
  })

  test('counts in older history without a gap that its cycles do not fill', () => {
    const counted = eventsBetween(machines[0]!, NOW - 9 * DAY_MS, NOW - 3 * DAY_MS).filter((e) => e.type === 'cycle')
    const short = counted.filter((e, i) => {
      const gapMs = e.t - (counted[i - 1]?.t ?? e.t)
      return gapMs > 0 && gapMs <= 570_000 && (e.count ?? 1) * Math.round((e.cycle_time ?? 0) * 1000) < gapMs - 30_000
    })
    expect(counted.length).toBeGreaterThan(400)
    // The remaining ones are stops of three to seven minutes.
    expect(short.length / counted.length).toBeLessThan(0.15)
  })

  test('shows by its inputs that it works, and by another that it is down', () => {
    const saw = eventsBetween(named('A saw'), NOW - 3 * DAY_MS, NOW)
    const levels = saw.flatMap((e) => (e.type === 'input' ? [[e.t, e.input, e.value] as const] : []))
    const works = levels.filter(([, input]) => input === '24v0')
    const down = new Map(levels.filter(([, input]) => input === '120v0').map(([t, , value]) => [t, value]))
    expect(works.length).toBeGreaterThan(20)
    expect(works.every(([t, , value]) => down.get(t) === 1 - value)).toBe(true)
    expect(saw.some((e) => e.type === 'status')).toBe(false)
    expect(saw).toContainEqual(expect.objectContaining({ type: 'ping', firmware: '1.4.1' }))
  })

  test('lets a lamp flash while it stands', () => {
    const turns = eventsBetween(named('A lamp'), NOW - DAY_MS, NOW).filter((e) => e.type === 'input')
    const flashes = turns.filter((e, i) => e.t - (turns[i - 1]?.t ?? 0) === 4_000 && e.value !== turns[i - 1]?.value)
    expect(flashes.length).toBeGreaterThan(50)
  })

  test('works once besides its shifts, or rests in spite of them, and falls silent when it is retired', () => {
    const sunday = Date.parse('2026-03-08T18:00:00Z')
    const tuesday = Date.parse('2026-03-10T15:00:00Z')
    const oneOffs = [
      { from: sunday, to: sunday + 2 * HOUR_MS, works: true },
      { from: tuesday, to: tuesday + HOUR_MS, works: false },
    ]
    const retiredAt = tuesday + 3 * HOUR_MS
    const line = lineOf({ ...named('A centre'), oneOffs, retiredAt }, time)
    const cycles = (from: number, to: number) => eventsOf(line, from, to).filter((e) => e.type === 'cycle').length
    expect(cycles(sunday, sunday + 2 * HOUR_MS)).toBeGreaterThan(5)
    expect(cycles(sunday + 3 * HOUR_MS, sunday + 9 * HOUR_MS)).toBe(0)
    expect(cycles(tuesday + 60_000, tuesday + HOUR_MS)).toBe(0)
    expect(cycles(tuesday - 2 * HOUR_MS, tuesday)).toBeGreaterThan(5)
    expect(eventsOf(line, tuesday + 2 * HOUR_MS, retiredAt).length).toBeGreaterThan(0)
    expect(eventsOf(line, retiredAt, NOW + DAY_MS)).toEqual([])
  })

  test('reports in older history a stop that begins shortly before midnight', () => {
    const midnight = Date.parse('2026-03-03T06:00:00Z')
    const broken = { from: midnight - 60_000, to: midnight + 2 * 3_600_000 }
    const line = lineOf({ ...named('A centre'), shifts: 'continuous', broken }, time)
    const states = eventsOf(line, midnight - DAY_MS, broken.to).filter(
      (e) => e.type === 'status' && e.t <= midnight + 60_000,
    )
    expect(states.at(-1)).toMatchObject({ status: 'down' })
  })

  test('on a flaky network sends a ping for each of its outages', () => {
    const pings = eventsBetween(machines[4]!, NOW - DAY_MS, NOW).filter(
      (e) => e.type === 'ping' && e.since !== undefined,
    )
    expect(pings.length).toBeGreaterThanOrEqual(11)
  })

  test('with a wrong clock is minutes ahead, and its time never goes back', () => {
    const line = lineOf(machines[5]!, time)
    for (let at = NOW - 40 * DAY_MS; at < NOW; at += DAY_MS) {
      expect(line.clockAheadMs(at)).toBeGreaterThan(300_000)
      expect(line.clockAheadMs(at)).toBeLessThan(600_000)
      expect(at + 10_000 + line.clockAheadMs(at + 10_000)).toBeGreaterThan(at + line.clockAheadMs(at))
    }
  })
})
