import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SentEvent } from '../recordings/recorded-events.ts'
import { machineAtReceipt, primariesOf, primaryAt } from './device-assignments.ts'
import { type Story, stories } from './event-sets.ts'
import { referenceMarks } from './marks.ts'
import { referenceEventOf } from './recorded.ts'
import { type DeviceEvent, setOfMachine, settledEvents, type Taken } from './several-devices.ts'
import { referenceStatus } from './status.ts'
import type { ReferenceEvent, ReferenceSet } from './status-data.ts'

const LONG_AGO = -1e12
const noSetup = { from: Number.NEGATIVE_INFINITY, running: null, down: null, filters: {} }
const noSettings = { maximumCycle: [], source: [] }

const assigned = (device: string, machine: string | null, from: number, isPrimary = true, isDated = false): Taken => ({
  kind: 'change',
  change: { device, machine, isPrimary, from, isDated },
})
const changesIn = (taken: readonly Taken[]) => taken.flatMap((each) => (each.kind === 'change' ? [each.change] : []))
const sent = (device: string, ...events: readonly ReferenceEvent[]): Taken => ({
  kind: 'batch',
  events: events.map((event): DeviceEvent => ({ ...event, device, temperature: null, analog: null })),
})
const ping = (at: number): ReferenceEvent => ({ at, batchId: `b${at}`, position: 0, type: 'ping' })

/** Returns the events of a set as if a new device sent those of each primary. */
function fromDevices({ events, changes }: ReferenceSet): Taken[] {
  const ordered = [...changes].sort((a, b) => a.at - b.at)
  const deviceAt = (at: number) => `D${ordered.filter((change) => change.primary && change.at <= at).length}`
  const taken = [assigned('D0', 'M', LONG_AGO)]
  for (const { at, primary } of ordered)
    taken.push(primary ? assigned(deviceAt(at), 'M', at) : assigned(deviceAt(at), null, at, false))
  return [...taken, ...events.map((event) => sent(deviceAt(event.at), event))]
}

function setFromDevices(story: Story): ReferenceSet {
  const taken = fromDevices(story)
  const byFrom = (a: { from: number }, b: { from: number }) => a.from - b.from
  const history = [noSetup, ...[...story.setups].sort(byFrom)]
  const setupsOf = new Map(changesIn(taken).map(({ device }) => [device, history]))
  const settings = { maximumCycle: [...story.maxCycle].sort(byFrom), source: [...story.fixed].sort(byFrom) }
  return setOfMachine(taken, settledEvents(taken), 'M', settings, setupsOf)
}

describe('The reference model of several devices', () => {
  test('agrees with the model of one machine, whichever devices its primaries are', () => {
    const agrees = fc.property(stories, (story) => {
      const set = setFromDevices(story)
      for (const now of story.asked) {
        expect(referenceStatus(set, now)).toEqual(referenceStatus(story, now))
        const timesOf = (each: ReferenceSet) => referenceMarks(each, now).map(({ event: _, ...marks }) => marks)
        expect(timesOf(set)).toEqual(timesOf(story))
      }
    })
    fc.assert(agrees, { numRuns: 300 })
  })

  test('finds the intervals that an independent program found for a takeover dated back', () => {
    const read = (name: string) => readFileSync(new URL(`../../../../fixtures/takeover/${name}`, import.meta.url))
    const steps = JSON.parse(gunzipSync(read('batches.json.gz')).toString()) as SentStep[]
    const taken = steps.map((step) =>
      'primary_from' in step
        ? assigned(step.device, 'M', step.primary_from)
        : sent(
            step.device,
            ...step.events.map((event, i) =>
              referenceEventOf({ key: { at: event.t, batchId: step.batch_id, position: i }, sent: event }),
            ),
          ),
    )
    const expected = JSON.parse(read('expected.json').toString()) as { intervals: unknown[] }
    const names = ['', 'running', 'down', 'offline', 'powered-off']
    const set = setOfMachine(taken, settledEvents(taken), 'M', noSettings, new Map())
    const found = referenceStatus(set, Date.parse('2026-12-01T00:00:00Z'))
    expect(found.map(({ status, start, end }) => [names[status], start, end])).toEqual(expected.intervals)
  })
})

describe('Assignments', () => {
  const taken = [
    assigned('A', 'M', 100),
    sent('A', ping(20), ping(50)),
    assigned('B', 'M', 40, true, true),
    assigned('A', null, 120, false),
    sent('A', ping(10), ping(130), ping(150)),
    assigned('A', 'N', 140, false, true),
  ]

  test('make the first primary one from ever, until another takes over, also one dated back', () => {
    const primaries = primariesOf(changesIn(taken), 'M')
    expect([LONG_AGO, 39, 40, 500].map((at) => primaryAt(primaries, at))).toEqual(['A', 'A', 'B', 'B'])
  })

  test('leave a machine without a primary when it goes', () => {
    const gone = [...changesIn(taken), ...changesIn([assigned('B', 'M', 200, false)])]
    expect(primaryAt(primariesOf(gone, 'M'), 200)).toBeNull()
  })

  test('settle events at receipt; a dated one brings those that stayed with the device since', () => {
    const machines = settledEvents(taken).map(({ at, machine }) => [at, machine])
    expect(machines).toEqual([
      [20, 'M'],
      [50, 'M'],
      [10, 'M'],
      [130, null],
      [150, 'N'],
    ])
    expect(machineAtReceipt(changesIn(taken), 'A', 145)).toBe('N')
  })
})

type SentStep =
  | { readonly device: string; readonly primary_from: number }
  | { readonly device: string; readonly batch_id: string; readonly events: readonly SentEvent[] }
