import { expect } from 'vitest'
import type { ListeningApp } from '../app/app-with-company.ts'
import {
  accountOf,
  figuresOf,
  hoursOf,
  intervalsOf,
  type PlayedMachine,
  type Playing,
  temperaturesOf,
} from './play-recording.ts'
import { type ExpectedDevice, type Recording, statusNames } from './recordings.ts'

/**
 * Shortest duration of an excessive stop in ms. Recordings are scheduled all day, every day, so the whole duration of a stop is
 * compared with it.
 */
const EXCESSIVE_MS = 2_100_000

type Machines = ReadonlyMap<string, PlayedMachine>

function machineOf(machines: Machines, device: string): PlayedMachine {
  const machine = machines.get(device)
  if (!machine) throw new Error(`no machine stands for ${device}`)
  return machine
}

/**
 * Checks the event counts of every device against the recording: accepted is each batch once, the others are duplicates, and none
 * is in quarantine. Checks the sums in the output of the player too, that of the accepted events only over HTTP. Throws an
 * assertion error otherwise.
 */
export async function expectAccounts(
  app: ListeningApp,
  recording: Recording,
  machines: Machines,
  { order, transport }: Playing,
  output: string,
): Promise<void> {
  const times = order === 'storm' ? 2 : 1
  const total = { sent: 0, accepted: 0 }
  for (const device of Object.keys(recording.expected)) {
    const lines = recording.lines.filter((line) => line.device === device)
    const count = (list: typeof lines) => list.reduce((sum, line) => sum + line.events.length, 0)
    const received = count(lines) * times
    const accepted = count([...new Map(lines.map((line) => [line.batch_id, line])).values()])
    const account = await accountOf(app, machineOf(machines, device))
    expect(account, device).toEqual({ received, accepted, duplicates: received - accepted, quarantined: 0 })
    total.sent += received
    total.accepted += accepted
  }
  expect(output).toMatch(new RegExp(`sent +${total.sent} events`))
  if (transport === 'http') expect(output).toMatch(new RegExp(`accepted +${total.accepted}\n`))
}

/**
 * Checks all figures of a completely played recording against the expected ones, for every device: counts, status times, cycles,
 * marks, stops, hours and temperatures. Throws an assertion error for the first that differs.
 */
export async function expectWhole(app: ListeningApp, recording: Recording, machines: Machines): Promise<void> {
  for (const [device, expected] of Object.entries(recording.expected)) {
    const { id } = machineOf(machines, device)
    const account = await accountOf(app, machineOf(machines, device))
    expect(account.accepted, `${device} accepted`).toBe(expected.events_unique)
    await expectTotals(app, id, device, expected)
    await expectMarks(app, id, device, expected)
    const { answered, should } = await hoursOf(app, id, expected)
    expect(answered, device).toEqual(should)
    const temperatures = await temperaturesOf(app, id, expected.first_ms, expected.last_ms + 1)
    expect(temperatures.length, `${device} readings`).toBe(expected.temperature_readings)
    const mean = temperatures.reduce((sum, temperature) => sum + temperature, 0) / temperatures.length
    expect(mean, `${device} mean temperature`).toBeCloseTo(expected.temperature_mean, 5)
  }
}

async function expectTotals(app: ListeningApp, id: number, device: string, expected: ExpectedDevice): Promise<void> {
  const { first_ms: from, last_ms: to } = expected
  const { cycles: _, ...times } = await figuresOf(app, id, from, to)
  const none = { running: 0, down: 0, offline: 0, 'powered-off': 0 }
  expect(times, device).toEqual({ ...none, ...expected.status_ms })
  expect((await figuresOf(app, id, from, to + 1)).cycles, `${device} cycles`).toBe(expected.cycles)
  const intervals = await intervalsOf(app, id, from, to)
  const counts = statusNames.map((name) => [name, intervals.filter(({ status }) => status === name).length] as const)
  expect(Object.fromEntries(counts), device).toEqual({ ...none, ...expected.intervals })
  for (const [index, interval] of intervals.entries()) {
    if (index > 0) expect(intervals[index - 1]?.endedAt, `${device} has no gap`).toBe(interval.startedAt)
  }
}

async function expectMarks(app: ListeningApp, id: number, device: string, expected: ExpectedDevice): Promise<void> {
  const { rows } = await app.t.db.owner.query(
    `select sum(number) filter (where marks = 1)::int as startup, sum(number) filter (where marks = 2)::int as outlier,
        (sum(coalesce(cycle_ms, derived_ms) * number) filter (where marks = 0)
          / sum(number) filter (where marks = 0 and coalesce(cycle_ms, derived_ms) is not null) / 1000)::float8 as mean
      from event where equipment_id = $1 and kind = 1 and is_primary`,
    [id],
  )
  const [{ startup, outlier, mean }] = rows
  expect({ startup: startup ?? 0, outlier: outlier ?? 0 }, `${device} marks`).toEqual({
    startup: expected.startup_cycles,
    outlier: expected.outlier_cycles,
  })
  expect(mean, `${device} mean of ordinary cycles`).toBeCloseTo(expected.ordinary_cycle_time_mean_s, 5)
  const intervals = await intervalsOf(app, id, expected.first_ms, expected.last_ms)
  const stops = intervals.filter(({ status }) => status === 'down')
  const excessive = stops
    .map((stop) => (stop.endedAt ?? expected.last_ms) - stop.startedAt)
    .filter((ms) => ms >= EXCESSIVE_MS)
  expect(excessive.length, `${device} excessive stops`).toBe(expected.stops_excessive)
  expect(
    excessive.reduce((sum, ms) => sum + ms, 0),
    `${device} in excessive stops`,
  ).toBe(expected.excessive_ms)
}
