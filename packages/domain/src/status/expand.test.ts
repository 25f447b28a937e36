import { describe, expect, test } from 'vitest'
import { expand } from './index.ts'

const key = { at: 1000, batchId: 'b', position: 3 }

describe('what a device says of a machine', () => {
  test('keeps its place in the order', () => {
    expect(expand(key, { type: 'status', running: true }, null)).toEqual([
      { ...key, signal: { kind: 'status', running: true } },
    ])
    expect(expand(key, { type: 'power', on: false }, null)).toEqual([{ ...key, signal: { kind: 'power', on: false } }])
    expect(expand(key, { type: 'input', input: '24v0', level: 1 }, null)).toEqual([
      { ...key, signal: { kind: 'input', input: '24v0', level: 1 } },
    ])
    expect(expand(key, { type: 'cycle', cycleMs: 50, count: 2 }, null)).toEqual([
      { ...key, signal: { kind: 'cycle', cycleMs: 50, count: 2 } },
    ])
  })

  test('is only that it was alive where it is a reading, a ping or no cycle at all', () => {
    const alive = [{ ...key, signal: { kind: 'evidence' } }]
    expect(expand(key, { type: 'tlm' }, null)).toEqual(alive)
    expect(expand(key, { type: 'ping', since: null }, null)).toEqual(alive)
    expect(expand(key, { type: 'cycle', cycleMs: 50, count: 0 }, null)).toEqual(alive)
  })
})

describe('a ping that says since when the device was alive', () => {
  const ping = { ...key, signal: { kind: 'evidence' } }

  test('counts from that instant on', () => {
    expect(expand(key, { type: 'ping', since: 400 }, null)).toEqual([
      { ...key, at: 400, signal: { kind: 'alive', until: 1000 } },
      ping,
    ])
  })

  test('counts from when the device became primary, if that is later', () => {
    expect(expand(key, { type: 'ping', since: 400 }, 700)).toEqual([
      { ...key, at: 700, signal: { kind: 'alive', until: 1000 } },
      ping,
    ])
    expect(expand(key, { type: 'ping', since: 400 }, 300)[0]?.at).toBe(400)
  })

  test('is only a ping when it says nothing of the past', () => {
    expect(expand(key, { type: 'ping', since: 1000 }, null)).toEqual([ping])
    expect(expand(key, { type: 'ping', since: 2000 }, null)).toEqual([ping])
    expect(expand(key, { type: 'ping', since: 400 }, 1000)).toEqual([ping])
  })
})
