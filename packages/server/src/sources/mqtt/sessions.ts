import type { Client } from 'aedes'
import type { MqttDevice } from './commands.ts'

/** Connection of a verified device, with the key that it used. */
export interface Session extends MqttDevice {
  readonly deviceUuid: string
  readonly key: string
}

/**
 * Largest number of connections of one device. A device needs one, and another one while the loss of the first is not noticed
 * yet.
 */
const MOST_OF_DEVICE = 8
/** Number of connections that are checked at the same time. */
const AT_ONCE = 500

/** Connections of devices to this server, at most eight of one device. */
export class Sessions {
  readonly #connected = new Map<Client, Session>()
  /**
   * Session by connection. Closed connections are included, because a last will is published after the end of its
   * connection.
   */
  readonly #sessions = new WeakMap<Client, Session>()
  readonly #ofDevice = new Map<number, Set<Client>>()

  /** Adds a connection and returns true; returns false without adding it if the device has eight already. */
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

  /** Returns the ids of the open connections of a device; empty if there is none. */
  idsOf(deviceId: number): ReadonlySet<string> {
    return new Set([...(this.#ofDevice.get(deviceId) ?? [])].map((client) => client.id))
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
   * Checks again if the keys of connections are still accepted, of one company or device (all unless given), and closes the
   * connections for which `isRefused` returns true.
   */
  async recheck(
    isRefused: (session: Session) => Promise<boolean>,
    about?: { readonly companyId: number; readonly deviceId: number | null },
  ): Promise<void> {
    const toCheck = [...this.#connected].filter(([, session]) => !about || concerns(about, session))
    for (let at = 0; at < toCheck.length; at += AT_ONCE) {
      await Promise.all(
        toCheck.slice(at, at + AT_ONCE).map(async ([client, session]) => {
          if (await isRefused(session)) client.close()
        }),
      )
    }
  }
}

const concerns = (about: { companyId: number; deviceId: number | null }, session: Session) =>
  session.companyId === about.companyId && (about.deviceId === null || session.deviceId === about.deviceId)

/**
 * Parses a payload of the channel `device_access`, `<company>/<device>` or `<company>/*`; for the latter `deviceId` is null and
 * means all devices of the company.
 */
export function readAccessChange(payload: string): { companyId: number; deviceId: number | null } {
  const [companyId, deviceId] = payload.split('/')
  return { companyId: Number(companyId), deviceId: deviceId === '*' ? null : Number(deviceId) }
}
