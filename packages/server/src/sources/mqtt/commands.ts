import type { Client, Subscription } from 'aedes'
import type { Logger } from '../../platform/logger.ts'

/** Device whose uuid and key were verified, with its company. */
export interface MqttDevice {
  readonly companyId: number
  readonly deviceId: number
}

/** Provides the configurations that are sent to devices as commands. */
export interface CommandSource {
  /** Returns the present configuration for a device. */
  readonly configOf: (device: MqttDevice) => Promise<object>
  /**
   * Calls `changed` with the id of each device that has a new configuration, and `missed` when changes may have been
   * missed. The returned function ends this.
   */
  readonly subscribe: (changed: (deviceId: number) => void, missed: () => void) => Promise<() => Promise<void>>
}

interface Listener extends MqttDevice {
  readonly client: Client
  /** Topic in the spelling of the subscription. */
  readonly topic: string
  readonly qos: Subscription['qos']
}

/**
 * Sends devices connected to this server their configuration: when they subscribe, and when it changes. Nothing is
 * stored for an absent device: it gets the present configuration when it is back.
 */
export class Commands {
  readonly #source: CommandSource
  readonly #logger: Logger
  readonly #listeners = new Map<number, Map<Client, Listener>>()
  /** Sends for a device run one after the other, so that the last one sent is the latest. */
  readonly #turns = new Map<number, Promise<void>>()

  constructor(source: CommandSource, logger: Logger) {
    this.#source = source
    this.#logger = logger
  }

  /** Starts to listen for changes; the returned function ends it. */
  start(): Promise<() => Promise<void>> {
    return this.#source.subscribe(
      (deviceId) => void this.#scheduleSend(deviceId),
      () => {
        for (const deviceId of this.#listeners.keys()) void this.#scheduleSend(deviceId)
      },
    )
  }

  listen(listener: Listener): void {
    const ofDevice = this.#listeners.get(listener.deviceId) ?? new Map<Client, Listener>()
    this.#listeners.set(listener.deviceId, ofDevice.set(listener.client, listener))
    void this.#scheduleSend(listener.deviceId)
  }

  leave(deviceId: number, client: Client): void {
    const ofDevice = this.#listeners.get(deviceId)
    ofDevice?.delete(client)
    if (ofDevice?.size === 0) this.#listeners.delete(deviceId)
  }

  #scheduleSend(deviceId: number): Promise<void> {
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
