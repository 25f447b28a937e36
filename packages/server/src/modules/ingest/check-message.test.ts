import { expect, test } from 'vitest'
import { checkMessage, checkUnreadable, readQuarantined } from './check-message.ts'
import { KIND } from './stored-event.ts'

const NOW = 1_790_000_000_000
const checked = (events: unknown[], batchId = 'b-1') =>
  checkMessage({ deviceId: 7, envelope: { batch_id: batchId, events }, receivedAt: NOW, ip: '10.0.0.1' })
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
