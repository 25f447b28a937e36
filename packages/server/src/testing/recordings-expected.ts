import { expect } from 'vitest'
import type { TestApp, TestMachine } from './app.ts'
import {
  accountOf,
  type ExpectedDevice,
  figuresOf,
  hoursOf,
  intervalsOf,
  type Playing,
  type Recording,
  statusNames,
  temperaturesOf,
} from './recordings.ts'

type Machines = ReadonlyMap<string, TestMachine>

function machineOf(machines: Machines, device: string): TestMachine {
  const machine = machines.get(device)
  if (!machine) throw new Error(`no machine stands for ${device}`)
  return machine
}

/** received = accepted + duplicates + quarantined, and nothing was taken twice or set aside. */
export async function expectAccounts(
  app: TestApp,
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

/** Every figure of a whole recording that can be known so far. */
export async function expectWhole(app: TestApp, recording: Recording, machines: Machines): Promise<void> {
  for (const [device, expected] of Object.entries(recording.expected)) {
    const { id } = machineOf(machines, device)
    const account = await accountOf(app, machineOf(machines, device))
    expect(account.accepted, `${device} accepted`).toBe(expected.events_unique)
    await expectTotals(app, id, device, expected)
    const { is, should } = await hoursOf(app, id, expected)
    expect(is, device).toEqual(should)
    const temperatures = await temperaturesOf(app, id, expected.first_ms, expected.last_ms + 1)
    expect(temperatures.length, `${device} readings`).toBe(expected.temperature_readings)
    const mean = temperatures.reduce((sum, one) => sum + one, 0) / temperatures.length
    expect(mean, `${device} mean temperature`).toBeCloseTo(expected.temperature_mean, 5)
  }
}

async function expectTotals(app: TestApp, id: number, device: string, expected: ExpectedDevice): Promise<void> {
  const { first_ms: from, last_ms: to } = expected
  const { cycles: _, ...told } = await figuresOf(app, id, from, to)
  const none = { running: 0, down: 0, offline: 0, 'powered-off': 0 }
  expect(told, device).toEqual({ ...none, ...expected.status_ms })
  expect((await figuresOf(app, id, from, to + 1)).cycles, `${device} cycles`).toBe(expected.cycles)
  const intervals = await intervalsOf(app, id, from, to)
  const counts = statusNames.map((name) => [name, intervals.filter(({ status }) => status === name).length] as const)
  expect(Object.fromEntries(counts), device).toEqual({ ...none, ...expected.intervals })
  for (const [index, interval] of intervals.entries()) {
    if (index > 0) expect(intervals[index - 1]?.endedAt, `${device} has no gap`).toBe(interval.startedAt)
  }
}
