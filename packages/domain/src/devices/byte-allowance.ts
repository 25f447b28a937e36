import { type Allowance, type AllowanceState, spendAllowance } from './allowance.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Bytes of messages that one device may send, and all devices of its company together. */
export interface ByteAllowances {
  readonly device: Allowance
  readonly company: Allowance
}

/** Allowances of one server in bytes; decision 0044 says where the numbers come from. */
export const DEFAULT_BYTE_ALLOWANCES: ByteAllowances = {
  device: { perSecond: 128 * KIB, burst: 16 * MIB },
  company: { perSecond: 16 * MIB, burst: 512 * MIB },
}

/** The allowance of a device and of its company at an instant; null: nothing was sent yet. */
export interface ByteBuckets {
  readonly device: AllowanceState | null
  readonly company: AllowanceState | null
}

/** Result of a message: the buckets afterwards, and which limit refuses it for how long. `refused` null: it passes. */
export interface SpentBytes {
  readonly device: AllowanceState
  readonly company: AllowanceState
  readonly refused: { readonly by: 'device' | 'company'; readonly retryAfterMs: number } | null
}

/**
 * Takes `bytes` from the allowance of a device and from that of its company at `now` (ms of a steady clock), or from neither.
 * The limit of the device is checked first, so that a device that sends too much costs its company nothing.
 */
export function spendBytes(
  { device, company }: ByteBuckets,
  bytes: number,
  now: number,
  allowances: ByteAllowances = DEFAULT_BYTE_ALLOWANCES,
): SpentBytes {
  const ofDevice = spendAllowance(device, bytes, now, allowances.device)
  const untouched = spendAllowance(company, 0, now, allowances.company).bucket
  if (ofDevice.retryAfterMs !== null)
    return {
      device: ofDevice.bucket,
      company: untouched,
      refused: { by: 'device', retryAfterMs: ofDevice.retryAfterMs },
    }
  const ofCompany = spendAllowance(company, bytes, now, allowances.company)
  if (ofCompany.retryAfterMs === null) return { device: ofDevice.bucket, company: ofCompany.bucket, refused: null }
  return {
    device: spendAllowance(device, 0, now, allowances.device).bucket,
    company: ofCompany.bucket,
    refused: { by: 'company', retryAfterMs: ofCompany.retryAfterMs },
  }
}

/** Gives back the amount of a message that the server could not store, never beyond the whole burst. */
export function returnAllowance(bucket: AllowanceState, amount: number, { burst }: Allowance): AllowanceState {
  return { ...bucket, leftThousandths: Math.min(burst * 1000, bucket.leftThousandths + amount * 1000) }
}
