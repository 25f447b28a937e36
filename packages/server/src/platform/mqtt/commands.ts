import type { Client, Subscription } from 'aedes'
import type { Logger } from '../logger.ts'

/** PostgreSQL channel over which every server hears that a device's configuration was changed: `company/device`. */
export const COMMANDS_CHANNEL = 'device_commands'

/** A device that proved who it is. */
export interface MqttDevice {
  readonly companyId: number
  readonly deviceId: number
}

/** Where commands to devices come from. */
export interface CommandSource {
  /** What is asked of a device now. */
  readonly configOf: (device: MqttDevice) => Promise<object>
  /** Calls `changed` for each device of which something else is asked, `missed` when any may be. The result stops it. */
  readonly hear: (changed: (deviceId: number) => void, missed: () => void) => Promise<() => Promise<void>>
}

interface Listener extends MqttDevice {
  readonly client: Client
  /** In the spelling it subscribed to. */
  readonly topic: string
  readonly qos: Subscription['qos']
}

/**
 * Tells the devices that listen here what is asked of them: when they begin to listen, and when it changes. Nothing is
 * kept for a device that is away: it is told what holds when it is back.
 */
export class Commands {
  readonly #source: CommandSource
  readonly #logger: Logger
  readonly #listeners = new Map<number, Map<Client, Listener>>()
  /** One after the other, so that the last word is the latest. */
  readonly #turns = new Map<number, Promise<void>>()

  constructor(source: CommandSource, logger: Logger) {
    this.#source = source
    this.#logger = logger
  }

  /** Begins to hear of changes; the result ends it. */
  start(): Promise<() => Promise<void>> {
    return this.#source.hear(
      (deviceId) => void this.#tell(deviceId),
      () => {
        for (const deviceId of this.#listeners.keys()) void this.#tell(deviceId)
      },
    )
  }

  listen(listener: Listener): void {
    const ofDevice = this.#listeners.get(listener.deviceId) ?? new Map<Client, Listener>()
    this.#listeners.set(listener.deviceId, ofDevice.set(listener.client, listener))
    void this.#tell(listener.deviceId)
  }

  leave(deviceId: number, client: Client): void {
    const ofDevice = this.#listeners.get(deviceId)
    ofDevice?.delete(client)
    if (ofDevice?.size === 0) this.#listeners.delete(deviceId)
  }

  #tell(deviceId: number): Promise<void> {
    const turn = (this.#turns.get(deviceId) ?? Promise.resolve()).then(() => this.#send(deviceId))
    this.#turns.set(deviceId, turn)
    return turn.then(() => {
      if (this.#turns.get(deviceId) === turn) this.#turns.delete(deviceId)
    })
  }

  async #send(deviceId: number): Promise<void> {
    const [any] = this.#listeners.get(deviceId)?.values() ?? []
    if (any === undefined) return
    try {
      const payload = Buffer.from(JSON.stringify(await this.#source.configOf(any)))
      for (const { client, topic, qos } of this.#listeners.get(deviceId)?.values() ?? []) {
        const packet = { cmd: 'publish', topic, payload, qos: qos === 0 ? 0 : 1, retain: false, dup: false } as const
        client.publish(packet, (error) => {
          if (error) this.#logger.debug({ deviceId, reason: error.message }, 'A command did not reach its device')
        })
      }
    } catch (error) {
      this.#logger.warn({ err: error, deviceId }, 'A command could not be sent')
    }
  }
}
