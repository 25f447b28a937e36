import { DAY_MS } from '../time/index.ts'

const MIB = 1024 * 1024

/** Most bytes of an event's text that quarantine stores; longer text is cut. */
export const MAX_RAW_BYTES = 4096
/** Bytes that the database needs for an entry of quarantine besides its text, with its entries in indexes. */
export const ROW_BYTES = 256

/** Time (ms) after which retention deletes junk and the records of released events: 90 days. */
export const QUARANTINE_KEPT_MS = 90 * DAY_MS

/** Bytes in quarantine by kind: `junk` can never be released, `held` events wait for their release. */
export interface QuarantineBytes {
  readonly junk: number
  readonly held: number
}

/** Bytes of quarantine for one device and for its whole company: either a limit or the bytes in use. */
export interface PerDeviceAndCompany {
  readonly device: QuarantineBytes
  readonly company: QuarantineBytes
}

/** Most bytes in quarantine per device and per company; decision 0044 gives the reasons for the numbers. */
export const DEFAULT_QUARANTINE_QUOTA: PerDeviceAndCompany = {
  device: { junk: 8 * MIB, held: 64 * MIB },
  company: { junk: 256 * MIB, held: 2048 * MIB },
}

/** Entry that a batch would put into quarantine, with its size from `quarantineBytes`; `isHeld` false means junk. */
export interface QuarantineCandidate {
  readonly bytes: number
  readonly isHeld: boolean
}

/** Returns the bytes that an entry takes from the quota: those of its stored text, and `ROW_BYTES`. */
export const quarantineBytes = (rawBytes: number): number => rawBytes + ROW_BYTES

/**
 * Decides which entries of a batch fit into quarantine, in a device's quota and in its company's. Returns `kept`, one truth
 * per entry in the order of the batch, and the bytes of the kept entries. Junk that does not fit is not kept. Returns null
 * when the held events do not all fit: then the whole batch must be refused, because an event that may be released later is
 * never dropped.
 */
export function fitInQuarantine(
  entries: readonly QuarantineCandidate[],
  used: PerDeviceAndCompany,
  quota: PerDeviceAndCompany = DEFAULT_QUARANTINE_QUOTA,
): { readonly kept: readonly boolean[]; readonly bytes: QuarantineBytes } | null {
  const held = entries.reduce((sum, { bytes, isHeld }) => sum + (isHeld ? bytes : 0), 0)
  if (held > 0 && held > leftOf('held', used, quota)) return null
  const left = leftOf('junk', used, quota)
  let junk = 0
  const kept = entries.map(({ bytes, isHeld }) => {
    if (isHeld) return true
    if (junk + bytes > left) return false
    junk += bytes
    return true
  })
  return { kept, bytes: { junk, held } }
}

/**
 * Returns the most bytes of junk that retention leaves in a quota: half of it, rounded down, so that there is room for new
 * junk.
 */
export const junkLeftByRetention = (quotaBytes: number): number => Math.floor(quotaBytes / 2)

function leftOf(kind: keyof QuarantineBytes, used: PerDeviceAndCompany, quota: PerDeviceAndCompany): number {
  return Math.min(quota.device[kind] - used.device[kind], quota.company[kind] - used.company[kind])
}
