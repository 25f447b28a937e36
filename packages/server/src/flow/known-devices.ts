import type { Clock } from '../platform/clock.ts'
import type { DirectoryDevice } from '../platform/directory/index.ts'

/** Of those asked for, the devices there are, by uuid in lower case. */
export type FindDevices = (uuids: readonly string[]) => Promise<ReadonlyMap<string, DirectoryDevice>>

const KNOWN_MS = 1000
const MOST_DEVICES = 50_000

interface Known {
  /** undefined: there is no such device. */
  readonly device: Promise<DirectoryDevice | undefined>
  readonly until: number
}

/**
 * Devices as the directory knew them within the last second, so that a revoked one is out by then. Whoever is asked for
 * while the directory is busy is looked up together with the others: a thousand devices are a few questions a second.
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

  /** `uuid` in lower case. */
  find(uuid: string): Promise<DirectoryDevice | undefined> {
    const now = this.#clock.monotonicMs()
    const known = this.#known.get(uuid)
    if (known !== undefined && known.until > now) return known.device
    if (this.#known.size >= MOST_DEVICES) this.#known.clear()
    const device = this.#ask(uuid).then((found) => found.get(uuid))
    const entry = { device, until: now + KNOWN_MS }
    this.#known.set(uuid, entry)
    // A directory that could not be asked says nothing about the device.
    device.catch(() => {
      if (this.#known.get(uuid) === entry) this.#known.delete(uuid)
    })
    return device
  }

  /** What was known is asked for anew. */
  clear(): void {
    this.#known.clear()
  }

  /** Joins the question that waits for the one under way. */
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
