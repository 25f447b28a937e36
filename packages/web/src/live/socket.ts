import { type BrowserToServer, LIVE_PATH, type Room, type ServerToBrowser } from '@millwatch/contract/live'
import { io, type Socket } from 'socket.io-client'
import { now } from '../lib/clock.ts'
import { reloadWhenIdle } from '../ui/form/reload-when-idle.ts'
import { connectionNow, setConnection } from './connection.ts'
import {
  addListener,
  gather,
  publishChange,
  publishJob,
  type RoomListener,
  readAllAgain,
  readRoomAgain,
  removeListener,
  wantedRooms,
} from './rooms.ts'

type Line = Socket<ServerToBrowser, BrowserToServer>

/** Time without a message after which the connection is closed as dead, ms. The server sends a message at least every 20 s. */
const SILENCE_MS = 30_000
const WATCH_MS = 5_000
/** Delay before reconnecting after a refusal, ms, for example due to too many connections. The library does not retry then. */
const AFTER_REFUSAL_MS = 10_000

let socket: Line | undefined
let lastContactAt = 0

const recordContact = (): void => {
  lastContactAt = now()
}

function lose(): void {
  if (connectionNow().state !== 'lost') setConnection({ state: 'lost', lastContactAt })
}

/**
 * Joins the wanted rooms after each connection, and marks the connection as connected. The server answers each join with
 * `joined`, after which data that may have missed a message is read again.
 */
function rejoin(made: Line): void {
  recordContact()
  made.io.engine.on('packet', recordContact)
  setConnection({ state: 'connected', lastContactAt })
  for (const room of wantedRooms()) made.emit('join', { room })
}

/**
 * Reloads the page after a random delay of 1 to 120 s, so that browsers do not all reload at once, and then when nobody is
 * entering anything. It is called for a `refresh` message.
 */
const reloadSoon = (): void => {
  setTimeout(reloadWhenIdle, 1000 + Math.random() * 119_000)
}

function handleMessages(made: Line): void {
  made.on('joined', (message) => readRoomAgain(message.room, message.quiet_ms))
  made.on('changed', publishChange)
  made.on('resync', readAllAgain)
  made.on('refresh', reloadSoon)
  made.on('machines', gather)
  made.on('job:start', publishJob)
  made.on('job:finish', publishJob)
}

/**
 * Opens the live connection of this page, which reconnects by itself, and returns a function that closes it. `onRefused` is
 * called each time the server refuses or ends it; 10 s later it tries again.
 */
export function openLive(onRefused: () => void): () => void {
  recordContact()
  const made: Line = io({
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
  })
  socket = made
  handleMessages(made)
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
    setConnection({ state: 'connecting', lastContactAt: 0 })
  }
}

/**
 * Reconnects when the browser reports that the network is back. Disconnects when it reports that the network is lost, and when
 * the server sent nothing for 30 s. Returns the function that ends this.
 */
function watch(made: Line): () => void {
  const onOffline = (): void => {
    made.disconnect()
  }
  const onOnline = (): void => {
    made.connect()
  }
  const silence = setInterval(() => {
    if (made.connected && now() - lastContactAt > SILENCE_MS) made.io.engine.close()
  }, WATCH_MS)
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)
  return () => {
    clearInterval(silence)
    removeEventListener('offline', onOffline)
    removeEventListener('online', onOnline)
  }
}

/**
 * Joins a room for a listener, with the next connection if there is none now. Returns the function that removes the listener;
 * with the last listener of a room, the page leaves the room.
 */
export function listen(room: Room, listener: RoomListener): () => void {
  if (addListener(room, listener) && socket?.connected) socket.emit('join', { room })
  return () => {
    if (removeListener(room, listener) && socket?.connected) socket.emit('leave', { room })
  }
}
