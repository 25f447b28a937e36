import { type BrowserToServer, LIVE_PATH, type Room, type ServerToBrowser } from '@millwatch/contract/live'
import { io, type Socket } from 'socket.io-client'
import { now } from '../lib/clock.ts'
import { useConnection } from './connection.ts'
import {
  addListener,
  gather,
  type RoomListener,
  readAllAgain,
  readRoomAgain,
  removeListener,
  wantedRooms,
} from './rooms.ts'

let socket: Socket<ServerToBrowser, BrowserToServer> | undefined
let lastHeardAt = 0

const heard = (): void => {
  lastHeardAt = now()
}

function lose(): void {
  if (useConnection.getState().state !== 'lost') useConnection.setState({ state: 'lost', lastHeardAt })
}

/** Join first, read then: `joined` answers each, and what was read before it is read again. */
function rejoin(made: Socket<ServerToBrowser, BrowserToServer>): void {
  heard()
  made.io.engine.on('packet', heard)
  useConnection.setState({ state: 'connected' })
  for (const room of wantedRooms()) made.emit('join', { room })
}

/** The `refresh` message: every browser reloads, not all in the same second. */
const reloadSoon = (): void => {
  setTimeout(() => location.reload(), 1000 + Math.random() * 119_000)
}

/** Opens the live connection of this page; `onRefused` is called where the server does not let it in. */
export function openLive(onRefused: () => void): () => void {
  heard()
  const made: Socket<ServerToBrowser, BrowserToServer> = io({
    path: LIVE_PATH,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
  })
  socket = made
  made.on('connect', () => rejoin(made))
  made.on('joined', (message) => readRoomAgain(message.room))
  made.on('resync', readAllAgain)
  made.on('refresh', reloadSoon)
  made.on('status', (message) => gather('status', message))
  made.on('cycle', (message) => gather('cycle', message))
  made.on('tlm', (message) => gather('tlm', message))
  made.on('comm', (message) => gather('comm', message))
  made.on('connect_error', () => {
    lose()
    // A refusal, not a lost line: the library does not try again by itself.
    if (!made.active) onRefused()
  })
  made.on('disconnect', (reason) => {
    lose()
    if (reason === 'io server disconnect') {
      onRefused()
      made.connect()
    }
  })
  const stopWatching = watchNetwork(made)
  return () => {
    stopWatching()
    made.disconnect()
    socket = undefined
    useConnection.setState({ state: 'connecting' })
  }
}

/** The browser often knows before the socket's own timeout that the network has gone or come. */
function watchNetwork(made: Socket<ServerToBrowser, BrowserToServer>): () => void {
  const onOffline = (): void => {
    made.disconnect()
  }
  const onOnline = (): void => {
    made.connect()
  }
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)
  return () => {
    removeEventListener('offline', onOffline)
    removeEventListener('online', onOnline)
  }
}

export function listen(room: Room, listener: RoomListener): () => void {
  if (addListener(room, listener) && socket?.connected) socket.emit('join', { room })
  return () => {
    if (removeListener(room, listener) && socket?.connected) socket.emit('leave', { room })
  }
}
