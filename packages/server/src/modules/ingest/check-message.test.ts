import { MAX_READING } from '@millwatch/contract/devices'
import { expect, test } from 'vitest'
import { checkMessage, checkUnreadable, readQuarantined } from './check-message.ts'
import { KIND } from './stored-event.ts'

const NOW = 1_790_000_000_000
const checked = (events: unknown[], batchId = 'b-1') =>
  checkMessage({ deviceId: 7, envelope: { batch_id: batchId, events }, receivedAt: NOW, ip: '10.0.0.1' })
/** Smallest number above the largest reading and force. */
const ABOVE_MAX = 1e15 + 0.125
const reasons = (events: unknown[]) => checked(events).quarantined.map(({ reason }) => reason)

test('One bad event is quarantined with its reason and its text; the rest of the batch stands', () => {
  const bad = { t: NOW, type: 'cycle', cycle_time: -1 }
  const batch = checked([{ t: NOW, type: 'ping' }, bad, { t: NOW, type: 'tlm', temperature_1: 3 }])
  expect(batch.events.map(({ position, kind }) => [position, kind])).toEqual([
    [0, KIND.ping],
    [2, KIND.tlm],
  ])
  expect(batch.quarantined).toEqual([
    {
      ...{ position: 1, reason: 'unreadable', raw: JSON.stringify(bad), occurredAt: null, releaseAt: null },
      ...{ originalBytes: JSON.stringify(bad).length, sha256: null, isReadable: false },
    },
  ])
})

test.each([
  ['a negative count', { t: NOW, type: 'cycle', count: -1 }],
  ['a fractional count', { t: NOW, type: 'cycle', count: 1.5 }],
  ['a status that is neither', { t: NOW, type: 'status', status: 'idle' }],
  ['a time that is text', { t: 'now', type: 'ping' }],
  ['a number where power is a switch', { t: NOW, type: 'power', on: 1 }],
  ['an impact without a force', { t: NOW, type: 'impact' }],
  ['an impact of negative force', { t: NOW, type: 'impact', force: -0.001 }],
  ['an impact whose force is text', { t: NOW, type: 'impact', force: '12' }],
  ['an impact whose force is null', { t: NOW, type: 'impact', force: null }],
  ['an impact of infinite force', { t: NOW, type: 'impact', force: JSON.parse('1e999') }],
  ['an impact above the largest force', { t: NOW, type: 'impact', force: ABOVE_MAX }],
  ['a temperature above the largest', { t: NOW, type: 'tlm', temperature_1: ABOVE_MAX }],
  ['a temperature below the smallest', { t: NOW, type: 'cycle', temperature_1: -ABOVE_MAX }],
  ['an analog input above the largest', { t: NOW, type: 'cycle', analog_in_1: ABOVE_MAX }],
  ['an analog input below the smallest', { t: NOW, type: 'tlm', analog_in_1: -ABOVE_MAX }],
  ['a reading near the largest number', { t: NOW, type: 'tlm', temperature_1: 1.797e308 }],
  ['a count above the largest', { t: NOW, type: 'cycle', count: 1_000_001 }],
  ['a cycle time above the longest', { t: NOW, type: 'cycle', cycle_time: 2_000_000.001 }],
  ['an acknowledgement of nothing', { t: NOW, type: 'ack' }],
  ['an acknowledgement of a fraction', { t: NOW, type: 'ack', id: 1.5 }],
  ['an acknowledgement of command 0', { t: NOW, type: 'ack', id: 0 }],
  ['an acknowledgement above all ids', { t: NOW, type: 'ack', id: 2 ** 31 }],
  ['half of a surrogate pair in a text', { t: NOW, type: 'input', input: '\ud800', value: 1 }],
  ['no object', null],
  ['a list', []],
  ['nothing', {}],
])('%s cannot be read', (_name, event) => {
  expect(reasons([event])).toEqual(['unreadable'])
})

test('An unknown type is distinguished from what cannot be read', () => {
  expect(reasons([{ t: NOW, type: 'vibration' }])).toEqual(['unknown_type'])
})

test('Times: up to 5 minutes ahead is stored, further is held until then, more than a day waits for a person', () => {
  expect(checked([{ t: NOW + 300_000, type: 'ping' }]).events).toHaveLength(1)
  expect(checked([{ t: NOW + 300_001, type: 'ping' }])).toMatchObject({
    clockAhead: true,
    quarantined: [{ reason: 'clock_ahead', releaseAt: NOW + 300_001 }],
  })
  expect(checked([{ t: NOW + 86_400_001, type: 'ping' }]).quarantined).toMatchObject([
    { reason: 'clock_far_ahead', releaseAt: null },
  ])
})

test('Times before 2000, also those a ping vouches for, are of a clock that was not set', () => {
  expect(reasons([{ t: 946_684_799_999, type: 'ping' }])).toEqual(['clock_not_set'])
  expect(reasons([{ t: NOW, type: 'ping', since: 0 }])).toEqual(['clock_not_set'])
})

test('Own times are kept as whole milliseconds; a cycle that counted nothing is a reading', () => {
  expect(checked([{ t: NOW, type: 'cycle', cycle_time: 59.52 }]).events[0]).toMatchObject({
    cycleMs: 59_520,
    number: 1,
  })
  expect(checked([{ t: NOW, type: 'cycle', count: 0, temperature_1: 4 }]).events[0]).toMatchObject({
    kind: KIND.tlm,
    temperature1: 4,
    number: null,
  })
})

test('The largest values of a cycle and its readings are stored as they are', () => {
  const readings = (temperature: number, analog: number) => ({ temperature_1: temperature, analog_in_1: analog })
  const cycle = {
    t: NOW,
    type: 'cycle',
    cycle_time: 2_000_000,
    count: 1_000_000,
    ...readings(MAX_READING, -MAX_READING),
  }
  const { events } = checked([cycle, { t: NOW, type: 'tlm', ...readings(-MAX_READING, MAX_READING) }])
  expect(events).toMatchObject([
    { cycleMs: 2_000_000_000, number: 1_000_000, temperature1: 1e15, analogIn1: -1e15 },
    { temperature1: -1e15, analogIn1: 1e15 },
  ])
})

test.each([0, 0.5, 12.75, MAX_READING])(
  'An impact of force %s is stored with it, as no reading and no cycle',
  (force) => {
    expect(checked([{ t: NOW, type: 'impact', force }]).events).toEqual([
      {
        ...{ occurredAt: NOW, position: 0, kind: KIND.impact, analogIn1: force, temperature1: null },
        ...{ cycleMs: null, number: null, since: null, input: null },
      },
    ])
  },
)

test('Impacts of different force are different content', () => {
  const hashOf = (force: number) => checked([{ t: NOW, type: 'impact', force }]).contentHash
  expect(hashOf(1)).toEqual(hashOf(1))
  expect(hashOf(1)).not.toEqual(hashOf(2))
})

test('Acknowledgements of commands count whatever the clock of their device says, each once', () => {
  const ack = (id: number, t = NOW) => ({ t, type: 'ack', id })
  const batch = checked([ack(3), ack(4, 0), ack(4, NOW + 86_400_001), ack(3), { t: NOW, type: 'ping' }])
  expect(batch.acks).toEqual([3, 4])
  expect(batch.events.map(({ kind, number }) => [kind, number])).toEqual([
    [KIND.ack, 3],
    [KIND.ack, 3],
    [KIND.ping, null],
  ])
  expect(checked([{ t: NOW, type: 'ping' }, ack(-1)]).acks).toEqual([])
})

test('The content is what the events say: order of keys and sent_at do not count, a value does', () => {
  const batch = checked([{ t: NOW, type: 'tlm', temperature_1: 3 }])
  expect(checked([{ temperature_1: 3, type: 'tlm', t: NOW }]).contentHash).toEqual(batch.contentHash)
  expect(checked([{ t: NOW, type: 'tlm', temperature_1: 4 }]).contentHash).not.toEqual(batch.contentHash)
  expect(checked([{ t: NOW, type: 'tlm', temperature_1: 3 }, { nonsense: true }]).contentHash).not.toEqual(
    batch.contentHash,
  )
})

test('What is no envelope bears a name made of its bytes, and can be stored whatever they are', () => {
  const batch = checkUnreadable(7, Buffer.from('\u0000{'), NOW)
  expect(checkUnreadable(7, Buffer.from('\u0000{'), NOW + 5).batchId).toBe(batch.batchId)
  expect(batch.quarantined).toMatchObject([{ reason: 'not_an_envelope', raw: '\uFFFD{' }])
  expect(batch.eventCount).toBe(1)
})

test('A quarantined event is read again from its text', () => {
  const [held] = checked([{ t: NOW + 400_000, type: 'cycle', cycle_time: 2 }]).quarantined
  expect(readQuarantined(held?.raw ?? '', 3)).toMatchObject({ occurredAt: NOW + 400_000, position: 3, cycleMs: 2000 })
  expect(readQuarantined('{', 0)).toBeNull()
  for (const event of [{ t: -8.64e15 }, { t: 946_684_799_999 }, { t: NOW, since: 0 }]) {
    expect(readQuarantined(JSON.stringify({ ...event, type: 'ping' }), 0)).toBeNull()
  }
})
