import {
  type AllowanceState,
  type ByteAllowances,
  DEFAULT_BYTE_ALLOWANCES,
  returnAllowance,
  spendBytes,
} from '@millwatch/domain/devices'
import type { Clock } from '../platform/clock.ts'

interface Sender {
  readonly companyId: number
  readonly deviceId: number
}

/**
 * Meter of the bytes of messages, which limits devices and companies to their allowances. It lives in this process only, so each
 * server grants the whole allowance.
 */
export class ByteMeter {
  readonly #clock: Clock
  readonly allowances: ByteAllowances
  readonly #devices = new Map<number, AllowanceState>()
  readonly #companies = new Map<number, AllowanceState>()

  constructor(clock: Clock, allowances: ByteAllowances = DEFAULT_BYTE_ALLOWANCES) {
    this.#clock = clock
    this.allowances = allowances
  }

  /**
   * Takes the bytes of a message from the allowances of its device and company and returns null. If one of them is used up, takes
   * nothing and returns whose it is and after how many ms to retry.
   */
  spend({ companyId, deviceId }: Sender, bytes: number): ReturnType<typeof spendBytes>['refused'] {
    const spent = this.#spent({ companyId, deviceId }, bytes)
    this.#devices.set(deviceId, spent.device)
    this.#companies.set(companyId, spent.company)
    return spent.refused
  }

  /** Returns the answer that `spend` would give for this number of bytes, without taking them. */
  peek(sender: Sender, bytes: number): ReturnType<typeof spendBytes>['refused'] {
    return this.#spent(sender, bytes).refused
  }

  #spent({ companyId, deviceId }: Sender, bytes: number): ReturnType<typeof spendBytes> {
    const buckets = {
      device: this.#devices.get(deviceId) ?? null,
      company: this.#companies.get(companyId) ?? null,
    }
    return spendBytes(buckets, bytes, this.#clock.monotonicMs(), this.allowances)
  }

  /**
   * Adds the bytes of a message to both allowances again, because the message could not be stored and the device must send it
   * again.
   */
  giveBack({ companyId, deviceId }: Sender, bytes: number): void {
    const device = this.#devices.get(deviceId)
    if (device !== undefined) this.#devices.set(deviceId, returnAllowance(device, bytes, this.allowances.device))
    const company = this.#companies.get(companyId)
    if (company !== undefined) this.#companies.set(companyId, returnAllowance(company, bytes, this.allowances.company))
  }
}
