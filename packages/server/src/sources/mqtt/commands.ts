import type { Client, Subscription } from 'aedes'
import type { Logger } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'

/** Device whose uuid and key were verified, with its company. */
export interface MqttDevice {
  readonly companyId: number
  readonly deviceId: number
}

/** Subjects of commands, in the order in which they are sent. */
const subjects = ['config', 'outputs'] as const
export type CommandSubject = (typeof subjects)[number]

/**
 * Present configuration of a device as a command. `sent` stores that it is sent, `confirmed` that the device confirmed its
 * receipt.
 */
interface ConfigToSend {
  readonly command: object
  readonly sent: () => Promise<void>
  readonly confirmed: () => Promise<void>
}

/** Source of the commands that are sent to devices. */
export interface CommandSource {
  readonly config: (device: MqttDevice) => Promise<ConfigToSend>
  /** Returns the command for the outputs of a device; null if the device has acknowledged the latest one, or has no outputs. */
  readonly outputs: (device: MqttDevice) => Promise<object | null>
  /** Returns those of the devices of a company that have left a command for their outputs unacknowledged for a while. */
  readonly inArrears: (companyId: number, deviceIds: readonly number[]) => Promise<readonly number[]>
  /**
   * Subscribes to new commands. Calls `changed` with the id of each device that has a new command and with its subject, and
   * `missed` when changes may have been missed. Resolves to a function that ends this.
   */
  readonly subscribe: (
    changed: (deviceId: number, subject: CommandSubject) => void,
    missed: () => void,
  ) => Promise<() => Promise<void>>
}

/** Command that was sent over a connection with QoS 1 and is not yet confirmed by PUBACK. */
interface Unconfirmed {
  readonly payload: Buffer
  readonly confirmed: (() => Promise<void>) | undefined
}

/** Largest number of commands of a connection whose confirmation is awaited; confirmations of further ones are ignored. */
const MOST_UNCONFIRMED = 1000

/** Interval (ms) in which commands that were not acknowledged are sent again. */
const REPEAT_MS = 10_000

interface Listener extends MqttDevice {
  readonly client: Client
  /** Topic in the spelling of the subscription. */
  readonly topic: string
  readonly qos: Subscription['qos']
}

/**
 * Sender of commands to the devices that are connected to this server: when they subscribe, and when there is a new command. A
 * command for outputs is sent again until the device has acknowledged it. Nothing is stored for an absent device: it gets the
 * present commands when it is back.
 */
export class Commands {
  readonly #source: CommandSource
  readonly #logger: Logger
  readonly #listeners = new Map<number, Map<Client, Listener>>()
  /** Running and waiting sends by device. They run one after the other, so that the last one sent is the latest. */
  readonly #turns = new Map<number, Promise<void>>()
  /**
   * Subjects of the next send of a device, which has not begun. A device that subscribes again and again causes one send, not
   * many.
   */
  readonly #wanted = new Map<number, Set<CommandSubject>>()
  /** Unconfirmed commands by connection, in the order in which they were sent, which is that of their confirmations. */
  readonly #unconfirmed = new WeakMap<Client, Unconfirmed[]>()
  readonly #repeatMs: number

  constructor(source: CommandSource, logger: Logger, repeatMs: number = REPEAT_MS) {
    this.#source = source
    this.#logger = logger
    this.#repeatMs = repeatMs
  }

  /**
   * Begins to send new commands, and every 10 s those for outputs that were not acknowledged. Resolves to a function that ends
   * both.
   */
  async start(): Promise<() => Promise<void>> {
    const stop = await this.#source.subscribe(
      (deviceId, subject) => void this.#scheduleSend(deviceId, [subject]),
      () => {
        for (const deviceId of this.#listeners.keys()) void this.#scheduleSend(deviceId, subjects)
      },
    )
    const failed = (error: unknown) => this.#logger.warn({ err: error }, 'Commands were not sent again')
    const repetition = repeat(() => this.#repeat(), { everyMs: this.#repeatMs, failed })
    return async () => {
      await repetition.stop()
      await stop()
    }
  }

  /** Sends connected devices again the commands for outputs that they have not acknowledged. */
  async #repeat(): Promise<void> {
    const devices = [...this.#listeners.values()].flatMap((ofDevice) => [...ofDevice.values()].slice(0, 1))
    for (const [companyId, ofCompany] of Map.groupBy(devices, (device) => device.companyId)) {
      try {
        const deviceIds = ofCompany.map((device) => device.deviceId)
        for (const deviceId of await this.#source.inArrears(companyId, deviceIds))
          void this.#scheduleSend(deviceId, ['outputs'])
      } catch (error) {
        this.#logger.warn({ err: error, companyId }, 'Commands that were not acknowledged could not be read')
      }
    }
  }

  listen(listener: Listener): void {
    const ofDevice = this.#listeners.get(listener.deviceId) ?? new Map<Client, Listener>()
    this.#listeners.set(listener.deviceId, ofDevice.set(listener.client, listener))
    void this.#scheduleSend(listener.deviceId, subjects)
  }

  leave(deviceId: number, client: Client): void {
    const ofDevice = this.#listeners.get(deviceId)
    ofDevice?.delete(client)
    if (ofDevice?.size === 0) this.#listeners.delete(deviceId)
  }

  #scheduleSend(deviceId: number, about: readonly CommandSubject[]): Promise<void> {
    const before = this.#turns.get(deviceId) ?? Promise.resolve()
    const waiting = this.#wanted.get(deviceId)
    if (waiting !== undefined) {
      for (const subject of about) waiting.add(subject)
      return before
    }
    const wanted = new Set(about)
    this.#wanted.set(deviceId, wanted)
    const turn = before.then(async () => {
      this.#wanted.delete(deviceId)
      for (const subject of subjects) if (wanted.has(subject)) await this.#send(deviceId, subject)
    })
    this.#turns.set(deviceId, turn)
    return turn.then(() => {
      if (this.#turns.get(deviceId) === turn) this.#turns.delete(deviceId)
    })
  }

  /**
   * Stores that a connection confirmed the receipt of a command. `payload` undefined: the broker does not know the command, so it
   * is the first unconfirmed one. Does nothing for a command that awaits no confirmation.
   */
  received(client: Client, deviceId: number, payload: Buffer | undefined): void {
    const waiting = this.#unconfirmed.get(client) ?? []
    const index = payload === undefined ? 0 : waiting.findIndex((command) => command.payload.equals(payload))
    const [command] = index < 0 ? [] : waiting.splice(index, 1)
    command?.confirmed?.().catch((error: unknown) => {
      this.#logger.warn({ err: error, deviceId }, 'The confirmation of a command could not be stored')
    })
  }

  async #send(deviceId: number, subject: CommandSubject): Promise<void> {
    const [any] = this.#listeners.get(deviceId)?.values() ?? []
    if (any === undefined) return
    try {
      if (subject === 'config') {
        const { command, sent, confirmed } = await this.#source.config(any)
        // Before a confirmation of it can come. Without this note the device gets its configuration all the same.
        await sent().catch((error: unknown) => {
          this.#logger.warn({ err: error, deviceId }, 'A command could not be noted as sent')
        })
        this.#publish(deviceId, command, confirmed)
      } else {
        const command = await this.#source.outputs(any)
        if (command !== null) this.#publish(deviceId, command)
      }
    } catch (error) {
      this.#logger.warn({ err: error, deviceId }, 'A command could not be sent')
    }
  }

  #publish(deviceId: number, command: object, confirmed?: () => Promise<void>): void {
    const payload = Buffer.from(JSON.stringify(command))
    for (const { client, topic, qos } of this.#listeners.get(deviceId)?.values() ?? []) {
      if (qos !== 0) this.#awaitReceipt(client, { payload, confirmed })
      const packet = { cmd: 'publish', topic, payload, qos: qos === 0 ? 0 : 1, retain: false, dup: false } as const
      client.publish(packet, (error) => {
        if (error) this.#logger.debug({ deviceId, reason: error.message }, 'A command did not reach its device')
      })
    }
  }

  #awaitReceipt(client: Client, command: Unconfirmed): void {
    const waiting = this.#unconfirmed.get(client) ?? []
    this.#unconfirmed.set(client, waiting)
    if (waiting.length < MOST_UNCONFIRMED) waiting.push(command)
  }
}
