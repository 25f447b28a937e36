import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { silentLogger } from '../logger.ts'
import { type Serving, serve } from './serve.ts'
import type { Socket } from './types.ts'

/** Connection in memory: `receive` is a message of the browser, and `sent` has the events that the browser got, by room. */
function connection() {
  const handlers = new Map<string, (message: unknown) => void>()
  const sent: [event: string, room: string][] = []
  const rooms = new Set<string>()
  const data = { joins: 0, rooms: new Map<string, string>(), pendingJoins: new Set() }
  const socket = {
    data,
    connected: true,
    on: (event: string, handle: (message: unknown) => void) => handlers.set(event, handle),
    emit: (event: string, { room = '' }: { room?: string }) => sent.push([event, room]),
    join: async (internal: string) => void rooms.add(internal),
    leave: (internal: string) => rooms.delete(internal),
    disconnect: () => undefined,
  }
  const receive = (event: 'join' | 'leave', room: string) => handlers.get(event)?.({ room })
  return { socket: socket as unknown as Socket, data, rooms, sent, receive }
}

/** Serves a connection; each call of the returned function answers the oldest check of a room that waits. */
function served() {
  const made = connection()
  const checks: (() => void)[] = []
  const serving: Serving = {
    clock: manualClock(0),
    logger: silentLogger,
    version: '1',
    openRooms: async (_listener, rooms) => {
      await new Promise<void>((resolve) => checks.push(resolve))
      return new Map(rooms.filter((room) => room !== 'e:0').map((room) => [room, `c1:${room}`]))
    },
    quietMs: async () => 0,
    greet: async () => undefined,
  }
  serve(made.socket, serving)
  made.sent.length = 0
  const answer = async () => {
    checks.shift()?.()
    await new Promise(setImmediate)
  }
  return { ...made, answer }
}

test('a room that is left before its join is answered is not joined, and counts as no join', async () => {
  const { receive, answer, data, rooms, sent } = served()
  receive('join', 'e:1')
  receive('leave', 'e:1')
  await answer()
  expect(sent).toEqual([['left', 'e:1']])
  expect([[...rooms], [...data.rooms.keys()], data.joins]).toEqual([[], [], 0])
})

test('a room that is left and joined again while both joins wait is joined once', async () => {
  const { receive, answer, data, rooms, sent } = served()
  receive('join', 'e:1')
  receive('leave', 'e:1')
  receive('join', 'e:1')
  await answer()
  expect([...rooms]).toEqual([])
  await answer()
  expect(sent).toEqual([
    ['left', 'e:1'],
    ['joined', 'e:1'],
  ])
  expect([[...rooms], data.joins]).toEqual([['c1:e:1'], 1])
  receive('leave', 'e:1')
  expect([[...rooms], data.joins]).toEqual([[], 0])
})

test('a refused join is counted, and leaving its room changes nothing', async () => {
  const { receive, answer, data, sent } = served()
  receive('join', 'e:0')
  await answer()
  receive('leave', 'e:0')
  expect(sent).toEqual([
    ['refused', 'e:0'],
    ['left', 'e:0'],
  ])
  expect(data.joins).toBe(1)
})
