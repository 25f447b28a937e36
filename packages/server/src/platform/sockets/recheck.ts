import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { type Listener, reachOf } from './listener.ts'
import { type Serving, takeOut } from './serve.ts'
import { type Io, limits, type Socket } from './types.ts'

export interface RecheckSettings extends Pick<Serving, 'openRooms'> {
  readonly clock: Clock
  readonly logger: Logger
  /** Returns those of the listeners whose session is still valid with unchanged rights. */
  readonly stillThere: (listeners: readonly Listener[]) => Promise<ReadonlySet<Listener>>
}

/**
 * Interval (ms) at which sessions are checked. A connection whose session or membership was ended elsewhere is closed within this
 * time.
 */
const sessionsMs = 500
/** Number of checks of sessions after which the rooms are checked too. */
const turnsPerRooms = 4
/** Age (ms) of the last complete check above which nothing is sent, because rights may have changed. */
const trustedMs = 5000

/**
 * Check of connected listeners, every 0.5 s for their sessions and every 2 s also for their rooms. Listeners with an ended
 * session are disconnected, and sockets are removed from rooms that are no longer open to them. Sockets that do not read are
 * disconnected. While no complete check has succeeded for 5 s, `isFresh` returns false and nothing may be sent; after the next
 * one all pages must read their data again.
 */
export class Recheck {
  readonly #io: Io
  readonly #settings: RecheckSettings
  readonly #timer: NodeJS.Timeout
  #checkedMs: number
  #isOverdue = false
  #turn: Promise<void> | undefined
  #isAskedAgain = false
  #turns = 0

  constructor(io: Io, settings: RecheckSettings) {
    this.#io = io
    this.#settings = settings
    this.#checkedMs = settings.clock.monotonicMs()
    this.#timer = setInterval(() => this.#tick(), sessionsMs)
  }

  #tick(): void {
    this.#turns += 1
    if (this.#turns % turnsPerRooms === 0) this.soon()
    else if (this.#turn === undefined) this.#begin(() => this.#checkSessions())
  }

  /**
   * Returns true if the last successful complete check of the listeners began at most 5 s ago. After a false, all pages read
   * their data again at the next such check.
   */
  isFresh(): boolean {
    const isFresh = this.#settings.clock.monotonicMs() - this.#checkedMs <= trustedMs
    if (!isFresh) this.#isOverdue = true
    return isFresh
  }

  /** Starts a complete check at once, or after the running one, because of a change that may concern listeners. */
  soon(): void {
    if (this.#turn !== undefined) {
      this.#isAskedAgain = true
      return
    }
    this.#begin(() => this.#look())
  }

  #begin(look: () => Promise<unknown>): void {
    this.#turn = look()
      .catch((error) => this.#settings.logger.warn({ err: error }, 'The rights of listeners could not be checked'))
      .then(() => {
        this.#turn = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.soon()
      })
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Disconnects the sockets whose listeners may not be connected any more, and returns the sockets that are still connected. */
  async #checkSessions(): Promise<Socket[]> {
    const sockets = [...this.#io.of('/').sockets.values()]
    const stillThere = await this.#settings.stillThere(sockets.map((socket) => socket.data.listener))
    for (const socket of sockets) if (!stillThere.has(socket.data.listener)) socket.disconnect(true)
    return sockets.filter((socket) => socket.connected)
  }

  async #look(): Promise<void> {
    const startedMs = this.#settings.clock.monotonicMs()
    for (const socket of this.#io.of('/').sockets.values())
      if (backlogOf(socket) > limits.backlog) socket.disconnect(true)
    const sockets = await this.#checkSessions()
    await closeRooms(sockets, this.#settings)
    this.#checkedMs = startedMs
    if (!this.#isOverdue) return
    this.#isOverdue = false
    this.#io.emit('resync')
  }
}

/** Returns true for a room that stays open as long as the session of the person, which ends with a change of the role. */
const isOwn = (room: string) => /^(user|company|admins):/.test(room)

async function closeRooms(sockets: readonly Socket[], { openRooms }: RecheckSettings): Promise<void> {
  for (const together of Map.groupBy(sockets, (socket) => reachOf(socket.data.listener)).values()) {
    const roomsToCheck = new Set(together.flatMap(({ data }) => [...data.rooms.keys()]).filter((room) => !isOwn(room)))
    const [first] = together
    if (first === undefined || roomsToCheck.size === 0) continue
    const open = await openRooms(first.data.listener, [...roomsToCheck])
    for (const socket of together) {
      for (const [room, internal] of socket.data.rooms) {
        if (isOwn(room) || !roomsToCheck.has(room) || open.has(room)) continue
        takeOut(socket, room, internal)
        socket.emit('refused', { room })
      }
    }
  }
}

function backlogOf(socket: Socket): number {
  // The engine keeps unsent messages in a list that its types hide.
  const { writeBuffer } = socket.conn as unknown as { writeBuffer?: readonly unknown[] }
  return writeBuffer?.length ?? 0
}
