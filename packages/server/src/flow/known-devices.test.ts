import { describe, expect, test } from 'vitest'
import type { DirectoryDevice } from '../modules/devices/index.ts'
import { manualClock } from '../platform/clock.ts'
import { KnownDevices } from './known-devices.ts'

const deviceOf = (deviceUuid: string): DirectoryDevice => ({
  deviceUuid,
  companyId: 1,
  deviceId: 1,
  keyHash: Buffer.alloc(32),
  previousKeyHash: null,
  previousKeyUntil: null,
  active: true,
})

/** Returns a directory that answers when the test tells it to. */
function heldDirectory() {
  const questions: {
    uuids: readonly string[]
    answer: (knownUuids: string[]) => void
    fail: (error: Error) => void
  }[] = []
  const find = (uuids: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, DirectoryDevice>>()
    const answer = (knownUuids: string[]) => resolve(new Map(knownUuids.map((uuid) => [uuid, deviceOf(uuid)])))
    questions.push({ uuids, answer, fail: reject })
    return promise
  }
  return { questions, find }
}

const turn = () => new Promise(setImmediate)

describe('known devices', () => {
  test('are asked for once within a second, also when it is not known that they exist', async () => {
    const clock = manualClock(0)
    const { questions, find } = heldDirectory()
    const devices = new KnownDevices(find, clock)
    const first = Promise.all([devices.find('a'), devices.find('a')])
    await turn()
    questions[0]?.answer([])
    expect(await first).toEqual([undefined, undefined])
    clock.advance(999)
    expect(await devices.find('a')).toBeUndefined()
    expect(questions.length).toBe(1)
    clock.advance(1)
    const later = devices.find('a')
    await turn()
    questions[1]?.answer(['a'])
    expect((await later)?.deviceUuid).toBe('a')
  })

  test('are asked for together while the directory is busy', async () => {
    const { questions, find } = heldDirectory()
    const devices = new KnownDevices(find, manualClock(0))
    const first = devices.find('a')
    await turn()
    const others = Promise.all([devices.find('b'), devices.find('c')])
    await turn()
    expect(questions.map(({ uuids }) => uuids)).toEqual([['a']])
    questions[0]?.answer(['a'])
    expect((await first)?.deviceUuid).toBe('a')
    await turn()
    expect(questions.map(({ uuids }) => uuids)).toEqual([['a'], ['b', 'c']])
    questions[1]?.answer(['c'])
    expect((await others).map((device) => device?.deviceUuid)).toEqual([undefined, 'c'])
  })

  test('are asked for again after the directory could not be reached, by those who wait and those who come', async () => {
    const { questions, find } = heldDirectory()
    const devices = new KnownDevices(find, manualClock(0))
    const first = devices.find('a')
    await turn()
    const waiting = devices.find('b')
    questions[0]?.fail(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await turn()
    questions[1]?.answer(['b'])
    expect((await waiting)?.deviceUuid).toBe('b')
    const again = devices.find('a')
    await turn()
    questions[2]?.answer(['a'])
    expect((await again)?.deviceUuid).toBe('a')
  })
})
