import { type BrowserToServer, LIVE_PATH, type Room, type ServerToBrowser } from '@millwatch/contract/live'
import { io, type Socket } from 'socket.io-client'
import { now } from '../lib/clock.ts'
import { connectionNow, setConnection } from './connection.ts'
import {
  addListener,
  gather,
  type RoomListener,
  readAllAgain,
  readRoomAgain,
  removeListener,
  wantedRooms,
} from './rooms.ts'

type Line = Socket<ServerToBrowser, BrowserToServer>

/** The server says something at least every 20 s; this long without a word, and the line is dead whatever it claims. */
const SILENCE_MS = 30_000
const WATCH_MS = 5_000
/** After a refusal (too many connections, say) the library does not try again by itself. */
const AFTER_REFUSAL_MS = 10_000

let socket: Line | undefined
let lastHeardAt = 0

const heard = (): void => {
  lastHeardAt = now()
}

function lose(): void {
  if (connectionNow().state !== 'lost') setConnection({ state: 'lost', lastHeardAt })
}

/** Join first, read then: `joined` answers each, and what was read before it is read again. */
function rejoin(made: Line): void {
  heard()
  made.io.engine.on('packet', heard)
  setConnection({ state: 'connected', lastHeardAt })
  for (const room of wantedRooms()) made.emit('join', { room })
}

/** The `refresh` message: every browser reloads, not all in the same second. */
const reloadSoon = (): void => {
  setTimeout(() => location.reload(), 1000 + Math.random() * 119_000)
}

function hear(made: Line): void {
  made.on('joined', (message) => readRoomAgain(message.room))
  made.on('changed', (message) => readRoomAgain(message.room, message.what))
  made.on('resync', readAllAgain)
  made.on('refresh', reloadSoon)
  made.on('status', (message) => gather('status', message))
  made.on('cycle', (message) => gather('cycle', message))
  made.on('tlm', (message) => gather('tlm', message))
  made.on('comm', (message) => gather('comm', message))
  made.on('xsf', (message) => gather('xsf', message))
  made.on('run', (message) => gather('run', message))
}

/** Opens the live connection of this page; `onRefused` is called where the server does not let it in. */
export function openLive(onRefused: () => void): () => void {
  heard()
  const made: Line = io({
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
  })
  socket = made
  hear(made)
  made.on('connect', () => rejoin(made))
  let again: ReturnType<typeof setTimeout> | undefined
  const refused = (): void => {
    onRefused()
    clearTimeout(again)
    again = setTimeout(() => made.connect(), AFTER_REFUSAL_MS)
  }
  made.on('connect_error', () => {
    lose()
    if (!made.active) refused()
  })
  made.on('disconnect', (reason) => {
    lose()
    if (reason === 'io server disconnect') refused()
  })
  const stopWatching = watch(made)
  return () => {
    stopWatching()
    clearTimeout(again)
    made.disconnect()
    socket = undefined
    setConnection({ state: 'connecting', lastHeardAt: 0 })
  }
}

/** The browser often knows before the socket's own timeout that the network has gone or come; and silence says it too. */
function watch(made: Line): () => void {
  const onOffline = (): void => {
    made.disconnect()
  }
  const onOnline = (): void => {
    made.connect()
  }
  const silence = setInterval(() => {
    if (made.connected && now() - lastHeardAt > SILENCE_MS) made.io.engine.close()
  }, WATCH_MS)
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)
  return () => {
    clearInterval(silence)
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
