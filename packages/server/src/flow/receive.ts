import { timingSafeEqual } from 'node:crypto'
import { Envelope, type EnvelopeShape, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import {
  type Allowance,
  type AllowanceState,
  type ByteAllowances,
  DEFAULT_ALLOWANCE,
  spendAllowance,
} from '@millwatch/domain/devices'
import { Compile } from 'typebox/compile'
import type { DirectoryDevice } from '../modules/devices/index.ts'
import { type CheckedBatch, checkMessage, checkUnreadable, type Receipt } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { DiskGuard } from '../platform/disk/index.ts'
import { AppError, Invalid, TooMany, Unauthorized } from '../platform/errors.ts'
import { ByteMeter } from './byte-meter.ts'
import { type FindDevices, KnownDevices } from './known-devices.ts'
import { Turns } from './turns.ts'

/** One message of a device as it came; its sender is not verified yet. */
export interface Message {
  readonly deviceUuid: string
  readonly key: string
  readonly body: Buffer
  readonly ip: string
  readonly transport: 'http' | 'mqtt'
}

export interface Receiving {
  readonly clock: Clock
  readonly findDevices: FindDevices
  /** Returns the hashes of a key: by the current signing key, then by earlier ones. */
  readonly hashesOf: (key: string) => readonly Buffer[]
  /** Resolves after the commit. */
  readonly submit: (companyId: number, batch: CheckedBatch) => Promise<Receipt>
  readonly refuse: (device: DirectoryDevice, reason: string) => void
  readonly disk: DiskGuard
  readonly allowance?: Allowance | undefined
  readonly byteAllowances?: ByteAllowances | undefined
}

const envelope = Compile(Envelope)

/** To parse and check a message from this size on takes milliseconds, in which the server does nothing else. */
const LARGE_MESSAGE_BYTES = 64 * 1024

/**
 * Receives messages of devices over any transport: authenticates the device, checks its allowances, parses the message,
 * and submits the batch to be stored and processed.
 */
export class Receiver {
  readonly #deps: Receiving
  readonly #known: KnownDevices
  /** Keys that were verified, kept as long as the cached device, because hashing takes longer than all other steps. */
  readonly #proven = new WeakMap<DirectoryDevice, Buffer>()
  readonly #buckets = new Map<number, AllowanceState>()
  readonly #bytes: ByteMeter
  readonly #largeMessages: Turns

  constructor(deps: Receiving) {
    this.#deps = deps
    this.#bytes = new ByteMeter(deps.clock, deps.byteAllowances)
    this.#largeMessages = new Turns(deps.clock)
    this.#known = new KnownDevices(deps.findDevices, deps.clock)
  }

  /** Returns the device if uuid and key are right and it is active. All failures give the same error. */
  async authenticate(deviceUuid: string, key: string): Promise<DirectoryDevice> {
    const device = await this.#known.find(deviceUuid.toLowerCase())
    if (device?.active && this.#isProven(device, key)) return device
    const hashes = this.#deps.hashesOf(key)
    // Compared even for an unknown device, so that the time of the answer reveals nothing.
    const isCurrent = hashes.some((hash) => isEqual(hash, device?.keyHash))
    const isPrevious =
      hashes.some((hash) => isEqual(hash, device?.previousKeyHash)) &&
      this.#deps.clock.now() < (device?.previousKeyUntil ?? 0)
    if (device === undefined || !(isCurrent || isPrevious) || !device.active)
      throw new Unauthorized('device_unauthorized')
    this.#proven.set(device, Buffer.from(key))
    return device
  }

  /** Forgets cached devices, so that each is read from the directory again. */
  forgetDevices(): void {
    this.#known.clear()
  }

  #isProven(device: DirectoryDevice, key: string): boolean {
    const proven = this.#proven.get(device)
    const given = Buffer.from(key)
    return proven?.length === given.length && timingSafeEqual(proven, given)
  }

  /**
   * Throws the error for which a message of so many bytes would be refused before it is read; takes nothing from the
   * allowance.
   */
  async admit({ deviceUuid, key }: Pick<Message, 'deviceUuid' | 'key'>, bytes: number): Promise<void> {
    const device = await this.authenticate(deviceUuid, key)
    this.#deps.disk.peekRoom()
    // A message that is too large gets its own error later.
    if (bytes <= MAX_MESSAGE_BYTES) this.#refuseBytes(device, this.#bytes.peek(device, bytes))
  }

  /** Resolves when the events of the message are stored and processed; throws errors of the closed list. */
  async receive(message: Message): Promise<Receipt> {
    const device = await this.authenticate(message.deviceUuid, message.key)
    if (message.body.length > MAX_MESSAGE_BYTES) {
      this.#deps.refuse(device, `A message of ${message.body.length} bytes is over ${MAX_MESSAGE_BYTES}`)
      throw new AppError('payload_too_large')
    }
    this.#deps.disk.requireRoom()
    // Before parsing, which is the first large cost of a large message.
    this.#refuseBytes(device, this.#bytes.spend(device, message.body.length))
    const isLarge = message.body.length >= LARGE_MESSAGE_BYTES
    const read = () => this.#read(device, message)
    const batch = isLarge ? await this.#largeMessages.take(read) : read()
    this.#spend(device.deviceId, Math.max(1, batch.eventCount))
    try {
      return await this.#deps.submit(device.companyId, batch)
    } catch (error) {
      if (error instanceof AppError && error.retryAfterS !== undefined)
        this.#bytes.giveBack(device, message.body.length)
      throw error
    }
  }

  #refuseBytes(device: DirectoryDevice, refused: ReturnType<ByteMeter['spend']>): void {
    if (refused === null) return
    const { by, retryAfterMs } = refused
    const perSecond = `${Math.round(this.#bytes.allowances[by].perSecond / 1024)} KiB a second`
    const sender = by === 'device' ? 'It sends' : 'The devices of its company send'
    this.#deps.refuse(
      device,
      `${sender} more bytes than ${by === 'device' ? 'its' : 'their'} allowance of ${perSecond}`,
    )
    throw new TooMany('device_too_many_bytes', Math.ceil(retryAfterMs / 1000))
  }

  #read(device: DirectoryDevice, message: Message): CheckedBatch {
    const receivedAt = this.#deps.clock.now()
    const read = readEnvelope(message.body)
    if ('envelope' in read)
      return checkMessage({ deviceId: device.deviceId, envelope: read.envelope, receivedAt, ip: message.ip })
    // HTTP answers with an error. Over MQTT, a refusal would only make the device send the same message again.
    if (message.transport === 'http') throw new Invalid(read.path)
    return checkUnreadable(device.deviceId, message.body, receivedAt)
  }

  #spend(deviceId: number, events: number): void {
    const spent = spendAllowance(
      this.#buckets.get(deviceId) ?? null,
      events,
      this.#deps.clock.monotonicMs(),
      this.#deps.allowance ?? DEFAULT_ALLOWANCE,
    )
    this.#buckets.set(deviceId, spent.bucket)
    if (spent.retryAfterMs !== null) throw new TooMany('device_too_fast', Math.ceil(spent.retryAfterMs / 1000))
  }
}

/** Compares hashes in constant time, also when there is no stored hash to compare with. */
function isEqual(hash: Buffer, kept: Buffer | null | undefined): boolean {
  return timingSafeEqual(hash, kept?.length === hash.length ? kept : Buffer.alloc(hash.length))
}

function readEnvelope(body: Buffer): { envelope: EnvelopeShape } | { path: string } {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return { path: 'the body is not JSON' }
  }
  if (envelope.Check(value)) return { envelope: value as EnvelopeShape }
  const [error] = envelope.Errors(value)
  return { path: error === undefined ? '/' : `${error.instancePath || '/'} ${error.message}` }
}
