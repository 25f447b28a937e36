import type { Room } from '@millwatch/contract/live'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addListener,
  gather,
  type LiveBatch,
  readRoomAgain,
  removeListener,
  wantedRooms,
  withMessagesSince,
} from './rooms.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const statuses = (room: Room, ...equipmentIds: number[]) =>
  gather({
    room,
    news: {
      status: equipmentIds.map((id) => ({ equipment_id: id, status: 1, started_at: '2026-11-21T00:00:00.000Z' })),
    },
  })

describe('a room', () => {
  it('is joined with its first listener and left with its last', () => {
    const [first, second] = [1, 2].map(() => ({ onBatch: () => undefined, readAgain: () => undefined }))
    expect(addListener('o:1', first!)).toBe(true)
    expect(addListener('o:1', second!)).toBe(false)
    expect(wantedRooms()).toEqual(['o:1'])
    expect(removeListener('o:1', first!)).toBe(false)
    expect(removeListener('o:1', second!)).toBe(true)
    expect(wantedRooms()).toEqual([])
  })

  it('publishes the first message at once and the following burst together, to the listeners of the room', () => {
    const received: LiveBatch[] = []
    const listener = { onBatch: (batch: LiveBatch) => void received.push(batch), readAgain: () => undefined }
    const stranger = { onBatch: () => expect.unreachable(), readAgain: () => expect.unreachable() }
    addListener('o:1', listener)
    addListener('e:5', stranger)
    const receivedIds = () => received.map((batch) => batch.status.map((message) => message.equipment_id))
    statuses('o:1', 1)
    expect(receivedIds()).toEqual([[1]])
    vi.advanceTimersByTime(60)
    statuses('o:1', 2)
    statuses('o:1', 3, 4)
    expect(receivedIds()).toEqual([[1]])
    vi.advanceTimersByTime(40)
    expect(receivedIds()).toEqual([[1], [2, 3, 4]])
    removeListener('o:1', listener)
    removeListener('e:5', stranger)
  })

  it('is read again on its own', () => {
    const readAgain = vi.fn()
    const listener = { onBatch: () => undefined, readAgain }
    addListener('e:5', listener)
    readRoomAgain('e:6', 0)
    expect(readAgain).not.toHaveBeenCalled()
    readRoomAgain('e:5', 0)
    expect(readAgain).toHaveBeenCalledOnce()
    removeListener('e:5', listener)
  })

  it('applies messages that came during a request to its answer, in order, and no others', () => {
    const ids = (before: number[], batch: LiveBatch) => [
      ...before,
      ...batch.status.map((message) => message.equipment_id),
    ]
    const room = 'o:77' as const
    const before = performance.now()
    statuses(room, 1)
    vi.advanceTimersByTime(200)
    const requestedAt = performance.now()
    statuses(room, 2)
    vi.advanceTimersByTime(200)
    statuses('o:7', 9)
    statuses(room, 3)
    vi.advanceTimersByTime(200)
    expect(withMessagesSince([], room, requestedAt, ids)).toEqual([2, 3])
    expect(withMessagesSince([], room, before, ids)).toEqual([1, 2, 3])
    expect(withMessagesSince([], room, performance.now(), ids)).toEqual([])
  })
})
