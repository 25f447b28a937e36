import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addListener,
  gather,
  type LiveBatch,
  readRoomAgain,
  removeListener,
  wantedRooms,
  withHeardSince,
} from './rooms.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const status = (equipmentId: number) => ({
  equipment_id: equipmentId,
  status: 1,
  started_at: '2026-11-21T00:00:00.000Z',
  room: 'o:1' as const,
})

describe('a room', () => {
  it('is joined with its first listener and left with its last', () => {
    const [one, two] = [1, 2].map(() => ({ hear: () => undefined, readAgain: () => undefined }))
    expect(addListener('o:1', one!)).toBe(true)
    expect(addListener('o:1', two!)).toBe(false)
    expect(wantedRooms()).toEqual(['o:1'])
    expect(removeListener('o:1', one!)).toBe(false)
    expect(removeListener('o:1', two!)).toBe(true)
    expect(wantedRooms()).toEqual([])
  })

  it('tells the first message at once and the burst behind it together, to those who listen to it', () => {
    const heard: LiveBatch[] = []
    const listener = { hear: (batch: LiveBatch) => void heard.push(batch), readAgain: () => undefined }
    const stranger = { hear: () => expect.unreachable(), readAgain: () => expect.unreachable() }
    addListener('o:1', listener)
    addListener('e:5', stranger)
    const told = () => heard.map((batch) => batch.status.map((message) => message.equipment_id))
    gather('status', status(1))
    expect(told()).toEqual([[1]])
    vi.advanceTimersByTime(60)
    gather('status', status(2))
    gather('status', status(3))
    expect(told()).toEqual([[1]])
    vi.advanceTimersByTime(40)
    expect(told()).toEqual([[1], [2, 3]])
    removeListener('o:1', listener)
    removeListener('e:5', stranger)
  })

  it('is read again on its own', () => {
    const readAgain = vi.fn()
    const listener = { hear: () => undefined, readAgain }
    addListener('e:5', listener)
    readRoomAgain('e:6')
    expect(readAgain).not.toHaveBeenCalled()
    readRoomAgain('e:5')
    expect(readAgain).toHaveBeenCalledOnce()
    removeListener('e:5', listener)
  })

  it('gives an answer that was on its way what was heard meanwhile, in order, and nothing else', () => {
    const ids = (known: number[], batch: LiveBatch) => [
      ...known,
      ...batch.status.map((message) => message.equipment_id),
    ]
    const room = 'o:77' as const
    const before = performance.now()
    gather('status', { ...status(1), room })
    vi.advanceTimersByTime(200)
    const asked = performance.now()
    gather('status', { ...status(2), room })
    vi.advanceTimersByTime(200)
    gather('status', { ...status(9), room: 'o:7' })
    gather('status', { ...status(3), room })
    vi.advanceTimersByTime(200)
    expect(withHeardSince([], room, asked, ids)).toEqual([2, 3])
    expect(withHeardSince([], room, before, ids)).toEqual([1, 2, 3])
    expect(withHeardSince([], room, performance.now(), ids)).toEqual([])
  })
})
