import { type Allowance, type AllowanceState, spendAllowance } from './allowance.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Limits in bytes of messages: for each device, and for all devices of a company together. */
export interface ByteAllowances {
  readonly device: Allowance
  readonly company: Allowance
}

/** Limits in bytes that each server applies by itself; decision 0044 gives the reasons for the numbers. */
export const DEFAULT_BYTE_ALLOWANCES: ByteAllowances = {
  device: { perSecond: 128 * KIB, burst: 16 * MIB },
  company: { perSecond: 16 * MIB, burst: 512 * MIB },
}

/** Unused parts of the byte allowances of a device and of its company; null: nothing was sent yet. */
export interface ByteBuckets {
  readonly device: AllowanceState | null
  readonly company: AllowanceState | null
}

/**
 * Result of a message: the allowances of its device and its company afterwards, and `refused`: null when the message is
 * accepted, else the first limit that refuses it, and the ms until it would be accepted. A refused message takes nothing from
 * either allowance.
 */
export interface SpentBytes {
  readonly device: AllowanceState
  readonly company: AllowanceState
  readonly refused: { readonly by: 'device' | 'company'; readonly retryAfterMs: number } | null
}

/**
 * Takes `bytes` at `now` (ms of a clock that never goes back) from the allowance of a device and from that of its company, or
 * from neither. The limit of the device is checked first, so a device that sends too much uses nothing of its company's
 * allowance. The arguments are not changed.
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

/**
 * Returns the allowance with `amount` (events or bytes) added again, at most the whole burst, after the server could not
 * store a message. The argument is not changed.
 */
export function returnAllowance(bucket: AllowanceState, amount: number, { burst }: Allowance): AllowanceState {
  return { ...bucket, leftThousandths: Math.min(burst * 1000, bucket.leftThousandths + amount * 1000) }
}
