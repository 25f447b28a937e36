import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { expectAccounts } from '@millwatch/lab/recordings/expected'
import { hoursOf, intervalsOf, type Playing, playTo } from '@millwatch/lab/recordings/play-recording'
import { beginningOf, type Recording, readRecording } from '@millwatch/lab/recordings/recordings'
import { describe, expect, test } from 'vitest'

/** Both orders and both transports. */
const ways: Playing[] = [
  { order: 'order', transport: 'http' },
  { order: 'storm', transport: 'mqtt' },
]

const app = await listeningApp()

// `recordings.long.test.ts` plays whole recordings, in all ways.
describe.each(ways)('$order over $transport', (way) => {
  test.each(['cnc-mill', 'die-casting', 'moulding'])(
    'half a day of %s is, hour by hour',
    { timeout: 180_000 },
    async (name) => {
      const recording = beginningOf(readRecording(name), 12)
      const { machines, output } = await playTo(app, recording, way)
      await expectAccounts(app, recording, machines, way, output)
      for (const [device, expected] of Object.entries(recording.expected)) {
        const machine = machines.get(device)!
        const { answered: actual, should } = await hoursOf(app, machine.id, expected)
        expect(Object.keys(should).length, device).toBeGreaterThan(0)
        expect(actual, device).toEqual(should)
      }
      await expectSameIntervals(recording, machines, name)
    },
  )
})

/** Intervals of the first way in which a recording was played; every other way must give the same. */
const firstIntervals = new Map<string, unknown>()

async function expectSameIntervals(
  recording: Recording,
  machines: Awaited<ReturnType<typeof playTo>>['machines'],
  name: string,
) {
  for (const [device, { first_ms, last_ms }] of Object.entries(recording.expected)) {
    const intervals = await intervalsOf(app, machines.get(device)!.id, first_ms, last_ms)
    const key = `${name}/${device}`
    if (!firstIntervals.has(key)) firstIntervals.set(key, intervals)
    expect(intervals.length, key).toBeGreaterThan(0)
    expect(intervals, key).toEqual(firstIntervals.get(key))
  }
}
