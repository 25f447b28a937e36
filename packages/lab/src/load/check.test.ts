import { DOWN, type Interval, RUNNING, defaultStatusSettings as settings } from '@millwatch/domain/status'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkIntervals, checkStored, storedBatches } from './check.ts'
import { Ledger } from './ledger.ts'
import type { StoredDevice } from './stored.ts'

const T = 1_790_000_000_000
const machine = { equipmentId: 1, deviceId: 2, uuid: 'uuid', key: 'key', speech: 'cycles' as const, settings }
const batch = (id: string) => ({
  batch_id: id,
  events: [
    { t: T, type: 'cycle', cycle_time: 1 },
    { t: T, type: 'wish' },
    { t: T + 1000, type: 'ping' },
  ],
})
const stored = (ids: readonly string[]): StoredDevice => ({
  events: new Map(
    ids.map((id) => [
      id,
      new Map([
        [0, 1],
        [2, 1],
      ]),
    ]),
  ),
  quarantined: new Map(ids.map((id) => [id, new Map([[1, 1]])])),
  tally: { received: 3 * ids.length, accepted: 2 * ids.length, duplicates: 0, quarantined: ids.length },
})

let ledger: Ledger
beforeEach(() => {
  ledger = new Ledger(machine)
  ledger.acknowledge(ledger.begin(batch('known')))
  ledger.begin(batch('unknown'))
})

describe('stored events compared with the ledger', () => {
  test('are right with or without an unacknowledged batch', () => {
    expect(checkStored(ledger, stored(['known']))).toEqual([])
    expect(checkStored(ledger, stored(['known', 'unknown']))).toEqual([])
    expect(storedBatches(ledger, stored(['known'])).map(({ envelope }) => envelope)).toEqual([batch('known')])
  })

  test('an acknowledged batch is missing', () => {
    expect(checkStored(ledger, stored(['unknown']))).toContain(
      'machine 1: event 0 of acknowledged batch known is missing',
    )
    expect(checkStored(ledger, undefined).length).toBe(3)
  })

  test('an event is missing, also of a batch that was not acknowledged', () => {
    const device = stored(['known', 'unknown'])
    device.events.get('known')?.delete(0)
    device.events.get('unknown')?.delete(2)
    expect(checkStored(ledger, device)).toEqual([
      'machine 1: event 0 of acknowledged batch known is missing',
      'machine 1: event 2 of unacknowledged batch unknown is missing',
      'machine 1: account: 4 accepted, 2 stored',
    ])
  })

  test('an event is there twice', () => {
    const device = stored(['known'])
    device.events.get('known')?.set(0, 2)
    expect(checkStored(ledger, device)).toEqual(['machine 1: event 0 of acknowledged batch known is there 2 times'])
  })

  test('an event is where it does not belong', () => {
    const device = stored(['known'])
    device.events.get('known')?.set(1, 1)
    expect(checkStored(ledger, device)).toContain(
      'machine 1: event 1 of acknowledged batch known is where it does not belong',
    )
  })

  test('something is there that was never sent', () => {
    expect(checkStored(ledger, stored(['known', 'stranger']))).toContain('machine 1: batch stranger was never sent')
    const device = stored(['known'])
    device.events.get('known')?.set(3, 1)
    expect(checkStored(ledger, device)).toContain('machine 1: batch known has events that were never sent')
  })

  test('the counts of a device do not add up, or differ from the stored events', () => {
    const device = stored(['known'])
    const texts = (change: Partial<StoredDevice['tally']>) =>
      checkStored(ledger, { ...device, tally: { ...device.tally, ...change } }).join()
    expect(texts({ received: 4 })).toContain('does not add up')
    expect(texts({ received: 4, accepted: 3 })).toContain('3 accepted, 2 stored')
    expect(texts({ received: 4, quarantined: 2 })).toContain('2 quarantined, 1 stored')
    expect(texts({ received: 2, accepted: 1 })).toContain('2 received, more were acknowledged')
  })
})

describe('the intervals shown against an undisturbed run', () => {
  const batches = [{ envelope: { batch_id: 'b', events: [{ t: T, type: 'cycle', cycle_time: 1 }] }, horizonAt: null }]
  const running: Interval[] = [{ status: RUNNING, startedAt: T - 1000, endedAt: null }]
  const down: Interval[] = [
    { status: RUNNING, startedAt: T - 1000, endedAt: T },
    { status: DOWN, startedAt: T, endedAt: null },
  ]

  test('are right as of any instant of the asking', () => {
    const between = { from: T + 299_000, to: T + 301_000 }
    expect(checkIntervals(batches, settings, running, between)).toEqual([])
    expect(checkIntervals(batches, settings, down, between)).toEqual([])
  })

  test('are wrong when one is missing, or another', () => {
    const between = { from: T + 1000, to: T + 2000 }
    expect(checkIntervals(batches, settings, running, between)).toEqual([])
    expect(checkIntervals(batches, settings, down, between).length).toBe(1)
    expect(checkIntervals(batches, settings, [], between).length).toBe(1)
  })
})
