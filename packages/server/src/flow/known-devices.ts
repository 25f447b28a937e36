import type { DirectoryDevice } from '../modules/devices/index.ts'
import type { Clock } from '../platform/clock.ts'

/** Function that returns the devices of the given uuids by lower-case uuid; uuids without a device are left out. */
export type FindDevices = (uuids: readonly string[]) => Promise<ReadonlyMap<string, DirectoryDevice>>

const KNOWN_MS = 1000
const MOST_DEVICES = 50_000

interface Known {
  /** Device, also while it is being read; undefined: no such device exists. */
  readonly device: Promise<DirectoryDevice | undefined>
  readonly until: number
}

/**
 * Cache of devices by uuid. Answers are cached for one second, also for unknown devices, so a revoked device is refused within
 * that time. Look-ups during a running query are collected into the next query. Failed queries are not cached.
 */
export class KnownDevices {
  readonly #find: FindDevices
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()
  #next: { uuids: string[]; found: Promise<ReadonlyMap<string, DirectoryDevice>> } | undefined
  #busy: Promise<unknown> = Promise.resolve()

  constructor(find: FindDevices, clock: Clock) {
    this.#find = find
    this.#clock = clock
  }

  /** Returns the device with this uuid, which must be in lower case; undefined if there is none. */
  find(uuid: string): Promise<DirectoryDevice | undefined> {
    const now = this.#clock.monotonicMs()
    const cached = this.#known.get(uuid)
    if (cached !== undefined && cached.until > now) return cached.device
    if (this.#known.size >= MOST_DEVICES) this.#known.clear()
    const device = this.#ask(uuid).then((found) => found.get(uuid))
    const entry = { device, until: now + KNOWN_MS }
    this.#known.set(uuid, entry)
    // A failed lookup says nothing about the device, so it is not cached.
    device.catch(() => {
      if (this.#known.get(uuid) === entry) this.#known.delete(uuid)
    })
    return device
  }

  /** Forgets all cached devices. */
  clear(): void {
    this.#known.clear()
  }

  /** Adds a uuid to the query that begins after the running one, and returns the result of that query. */
  #ask(uuid: string): Promise<ReadonlyMap<string, DirectoryDevice>> {
    if (this.#next !== undefined) {
      this.#next.uuids.push(uuid)
      return this.#next.found
    }
    const uuids = [uuid]
    const found = this.#busy.then(() => {
      this.#next = undefined
      return this.#find(uuids)
    })
    this.#next = { uuids, found }
    this.#busy = found.catch(() => undefined)
    return found
  }
}
