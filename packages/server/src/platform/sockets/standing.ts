import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { type Listener, reachOf } from './listener.ts'
import { type Serving, takeOut } from './serve.ts'
import { type Io, limits, type Socket } from './types.ts'

export interface Standing extends Pick<Serving, 'openRooms'> {
  readonly clock: Clock
  readonly logger: Logger
  /** Of these, those whose session stands and who are what they were when they came. */
  readonly stillThere: (listeners: readonly Listener[]) => Promise<ReadonlySet<Listener>>
}

/** What was ended elsewhere (a session, a membership, a machine) is cut off within so much time, whoever ended it. */
const recheckMs = 2000
/** Not looked at for longer, nothing is delivered: what was right then may be so no more. */
const trustedMs = 5000

/**
 * Looks again and again whether those who listen still may, and whether the rooms they are in are still open to them. Who
 * does not take what is sent is cut off too.
 */
export class Recheck {
  readonly #io: Io
  readonly #standing: Standing
  readonly #timer: NodeJS.Timeout
  #checkedMs: number
  #isOverdue = false
  #turn: Promise<void> | undefined
  #isAskedAgain = false

  constructor(io: Io, standing: Standing) {
    this.#io = io
    this.#standing = standing
    this.#checkedMs = standing.clock.monotonicMs()
    this.#timer = setInterval(() => this.soon(), recheckMs)
  }

  /** Whether what is to be delivered now may be: all who hear it were looked at lately. */
  isFresh(): boolean {
    const isFresh = this.#standing.clock.monotonicMs() - this.#checkedMs <= trustedMs
    if (!isFresh) this.#isOverdue = true
    return isFresh
  }

  /** Looks now, or once more when it is looking already: something has changed that may concern those who listen. */
  soon(): void {
    if (this.#turn !== undefined) {
      this.#isAskedAgain = true
      return
    }
    this.#turn = this.#look()
      .catch((error) => this.#standing.logger.warn({ err: error }, 'Those who listen could not be checked'))
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

  async #look(): Promise<void> {
    const startedMs = this.#standing.clock.monotonicMs()
    const sockets = [...this.#io.of('/').sockets.values()]
    for (const socket of sockets) if (backlogOf(socket) > limits.backlog) socket.disconnect(true)
    const stillThere = await this.#standing.stillThere(sockets.map((socket) => socket.data.listener))
    for (const socket of sockets) if (!stillThere.has(socket.data.listener)) socket.disconnect(true)
    await closeRooms(
      sockets.filter((socket) => socket.connected),
      this.#standing,
    )
    this.#checkedMs = startedMs
    if (!this.#isOverdue) return
    this.#isOverdue = false
    this.#io.emit('resync')
  }
}

/** A person's own rooms stay theirs as long as their session does. */
const isOwn = (room: string) => room.startsWith('user:') || room.startsWith('company:')

async function closeRooms(sockets: readonly Socket[], { openRooms }: Standing): Promise<void> {
  for (const together of Map.groupBy(sockets, (socket) => reachOf(socket.data.listener)).values()) {
    const asked = new Set(together.flatMap(({ data }) => [...data.rooms.keys()]).filter((room) => !isOwn(room)))
    const [first] = together
    if (first === undefined || asked.size === 0) continue
    const open = await openRooms(first.data.listener, [...asked])
    for (const socket of together) {
      for (const [room, internal] of socket.data.rooms) {
        if (isOwn(room) || !asked.has(room) || open.has(room)) continue
        takeOut(socket, room, internal)
        socket.emit('refused', { room })
      }
    }
  }
}

function backlogOf(socket: Socket): number {
  // The engine keeps what it could not send yet in a list that its types hide.
  const { writeBuffer } = socket.conn as unknown as { writeBuffer?: readonly unknown[] }
  return writeBuffer?.length ?? 0
}
