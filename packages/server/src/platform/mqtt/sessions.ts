import type { Client } from 'aedes'
import type { MqttDevice } from './commands.ts'

/** A connection of a device that proved who it is, and with what. */
export interface Session extends MqttDevice {
  readonly deviceUuid: string
  readonly key: string
}

/** A device needs one connection, and another while the first is not yet known to be lost. */
const MOST_OF_DEVICE = 8
/** So many are asked about at a time. */
const AT_ONCE = 500

/** Who is connected here. */
export class Sessions {
  readonly #connected = new Map<Client, Session>()
  /** Of closed connections too: a last will is published after its end. */
  readonly #sessions = new WeakMap<Client, Session>()
  readonly #ofDevice = new Map<number, Set<Client>>()

  /** False when the device has too many already. */
  add(client: Client, session: Session): boolean {
    const clients = this.#ofDevice.get(session.deviceId) ?? new Set()
    if (clients.size >= MOST_OF_DEVICE) return false
    this.#ofDevice.set(session.deviceId, clients.add(client))
    this.#connected.set(client, session)
    this.#sessions.set(client, session)
    return true
  }

  get size(): number {
    return this.#connected.size
  }

  of(client: Client | null): Session | undefined {
    return client === null ? undefined : this.#sessions.get(client)
  }

  remove(client: Client): void {
    const session = this.#connected.get(client)
    this.#connected.delete(client)
    if (session === undefined) return
    const clients = this.#ofDevice.get(session.deviceId)
    clients?.delete(client)
    if (clients?.size === 0) this.#ofDevice.delete(session.deviceId)
  }

  /**
   * Asks again for those of one company or device (all unless named) whether their keys still open the door, and ends those
   * of whom it is certain that they do not.
   */
  async recheck(
    isRefused: (session: Session) => Promise<boolean>,
    about?: { readonly companyId: number; readonly deviceId: number | null },
  ): Promise<void> {
    const asked = [...this.#connected].filter(([, session]) => !about || concerns(about, session))
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      await Promise.all(
        asked.slice(at, at + AT_ONCE).map(async ([client, session]) => {
          if (await isRefused(session)) client.close()
        }),
      )
    }
  }
}

const concerns = (about: { companyId: number; deviceId: number | null }, session: Session) =>
  session.companyId === about.companyId && (about.deviceId === null || session.deviceId === about.deviceId)

/** Reads a payload of the channel. */
export function readAccessChange(payload: string): { companyId: number; deviceId: number | null } {
  const [companyId, deviceId] = payload.split('/')
  return { companyId: Number(companyId), deviceId: deviceId === '*' ? null : Number(deviceId) }
}
