import { timingSafeEqual } from 'node:crypto'
import { type EnvelopeShape, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import {
  type Allowance,
  type AllowanceState,
  type ByteAllowances,
  DEFAULT_ALLOWANCE,
  spendAllowance,
} from '@millwatch/domain/devices'
import type { DirectoryDevice } from '../modules/devices/index.ts'
import { type CheckedBatch, checkMessage, checkUnreadable, type Receipt } from '../modules/ingest/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { DiskGuard } from '../platform/disk/index.ts'
import { AppError, TooMany, Unauthorized } from '../platform/errors.ts'
import { ByteMeter } from './byte-meter.ts'
import { type FindDevices, KnownDevices } from './known-devices.ts'
import { Turns } from './turns.ts'

/** Reason why a sender was refused as a device, for the operator; the answer to the sender does not have it. */
export type RefusedDevice = 'unknown uuid' | 'wrong key' | 'expired key' | 'inactive device'

/** Content of a message: an envelope, or bytes that are no envelope and go to quarantine. */
export type MessageContent = { readonly envelope: EnvelopeShape } | { readonly unreadable: Buffer }

/**
 * Message of a device as a source received it. Uuid and key are not verified, and the content is not parsed; `bytes` is its size
 * as sent.
 */
export interface Message {
  readonly deviceUuid: string
  readonly key: string
  readonly ip: string
  readonly bytes: number
  /** Parses the content. Throws if it is not an envelope and the source can answer its device with an error. */
  readonly parse: () => MessageContent
}

export interface Receiving {
  readonly clock: Clock
  readonly findDevices: FindDevices
  /** Returns the hashes of a device key: by the current signing key first, then by earlier ones. */
  readonly hashesOf: (key: string) => readonly Buffer[]
  /** Queues the batch and resolves to its receipt after the commit. */
  readonly submit: (companyId: number, batch: CheckedBatch) => Promise<Receipt>
  readonly refuse: (device: DirectoryDevice, reason: string) => void
  /** Logs that a sender was refused as a device, with the uuid as it was sent. */
  readonly refuseStranger?: ((deviceUuid: string, reason: RefusedDevice) => void) | undefined
  readonly disk: DiskGuard
  readonly allowance?: Allowance | undefined
  readonly byteAllowances?: ByteAllowances | undefined
}

/** Size (bytes) from which parsing and checking a message takes milliseconds, in which the server does nothing else. */
const LARGE_MESSAGE_BYTES = 64 * 1024

/**
 * Receiver of messages of devices from any source. It authenticates the device, checks disk room and allowances, parses the
 * message, and submits the batch for its commit.
 */
export class Receiver {
  readonly #deps: Receiving
  readonly #known: KnownDevices
  /**
   * Verified keys by device. A key stays here as long as the cached device, because hashing takes longer than all other steps.
   */
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

  /**
   * Returns the device with this uuid and key if it is active; a previous key is accepted until its end. Throws
   * `device_unauthorized` in all other cases, and reports the reason to `refuseStranger`.
   */
  async authenticate(deviceUuid: string, key: string): Promise<DirectoryDevice> {
    const device = await this.#known.find(deviceUuid.toLowerCase())
    if (device?.active && this.#isProven(device, key)) return device
    const hashes = this.#deps.hashesOf(key)
    // Compared even for an unknown device, so that the time of the answer reveals nothing.
    const isCurrent = hashes.some((hash) => isEqual(hash, device?.keyHash))
    const isPrevious =
      hashes.some((hash) => isEqual(hash, device?.previousKeyHash)) &&
      this.#deps.clock.now() < (device?.previousKeyUntil ?? 0)
    if (device === undefined || !(isCurrent || isPrevious) || !device.active) {
      const isExpired = hashes.some((hash) => isEqual(hash, device?.previousKeyHash))
      const ofKey = isCurrent || isPrevious ? 'inactive device' : isExpired ? 'expired key' : 'wrong key'
      this.#deps.refuseStranger?.(deviceUuid, device === undefined ? 'unknown uuid' : ofKey)
      throw new Unauthorized('device_unauthorized')
    }
    this.#proven.set(device, Buffer.from(key))
    return device
  }

  /** Removes all devices from the cache, so that each is read from the directory again. */
  forgetDevices(): void {
    this.#known.clear()
  }

  #isProven(device: DirectoryDevice, key: string): boolean {
    const proven = this.#proven.get(device)
    const given = Buffer.from(key)
    return proven?.length === given.length && timingSafeEqual(proven, given)
  }

  /**
   * Throws the error for which a message of so many bytes would be refused before it is read: a wrong key, a full disk, or a
   * used-up allowance of bytes. Takes nothing from the allowance. A message that is too large for any device passes; `receive`
   * refuses it.
   */
  async admit({ deviceUuid, key }: Pick<Message, 'deviceUuid' | 'key'>, bytes: number): Promise<void> {
    const device = await this.authenticate(deviceUuid, key)
    this.#deps.disk.peekRoom()
    // A message that is too large gets its own error later.
    if (bytes <= MAX_MESSAGE_BYTES) this.#refuseBytes(device, this.#bytes.peek(device, bytes))
  }

  /**
   * Stores the events of a message and resolves to the receipt after their commit. Throws an error of the closed list if it is
   * refused. If the commit fails and the message must be sent again, its bytes are added to the allowance again. They are not if
   * the message has more events than the device's allowance, because it was read and parsed, which is what the bytes limit.
   */
  async receive(message: Message): Promise<Receipt> {
    const device = await this.authenticate(message.deviceUuid, message.key)
    if (message.bytes > MAX_MESSAGE_BYTES) {
      this.#deps.refuse(device, `A message of ${message.bytes} bytes is over ${MAX_MESSAGE_BYTES}`)
      throw new AppError('payload_too_large')
    }
    this.#deps.disk.requireRoom()
    // Before parsing, which is the first large cost of a large message.
    this.#refuseBytes(device, this.#bytes.spend(device, message.bytes))
    const isLarge = message.bytes >= LARGE_MESSAGE_BYTES
    const read = () => this.#read(device, message)
    const batch = isLarge ? await this.#largeMessages.take(read) : read()
    this.#spend(device.deviceId, Math.max(1, batch.eventCount))
    try {
      return await this.#deps.submit(device.companyId, batch)
    } catch (error) {
      if (error instanceof AppError && error.retryAfterS !== undefined) this.#bytes.giveBack(device, message.bytes)
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
    const content = message.parse()
    if ('unreadable' in content) return checkUnreadable(device.deviceId, content.unreadable, receivedAt)
    return checkMessage({ deviceId: device.deviceId, envelope: content.envelope, receivedAt, ip: message.ip })
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

/** Returns true if two hashes are equal, in constant time, also if there is no stored hash: then false. */
function isEqual(hash: Buffer, kept: Buffer | null | undefined): boolean {
  return timingSafeEqual(hash, kept?.length === hash.length ? kept : Buffer.alloc(hash.length))
}
