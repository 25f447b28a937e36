const MIB = 1024 * 1024

/** Bytes of an event's text that quarantine keeps at most. */
export const MAX_RAW_BYTES = 4096
/** Bytes that a row of quarantine takes beside its text, with its entries in indexes. */
export const ROW_BYTES = 256

/** Time (ms) for which junk, and the record of released events, are kept: 90 days. */
export const QUARANTINE_KEPT_MS = 90 * 86_400_000

/** Bytes in quarantine: of junk, which nobody can release, and of events that wait for their release. */
export interface QuarantineBytes {
  readonly junk: number
  readonly held: number
}

/** A limit or a use of quarantine, for a device and for its whole company. */
export interface PerDeviceAndCompany {
  readonly device: QuarantineBytes
  readonly company: QuarantineBytes
}

/** Most bytes in quarantine; decision 0044 says where the numbers come from. */
export const DEFAULT_QUARANTINE_QUOTA: PerDeviceAndCompany = {
  device: { junk: 8 * MIB, held: 64 * MIB },
  company: { junk: 256 * MIB, held: 2048 * MIB },
}

/** One entry that a batch puts into quarantine; `bytes` as `quarantineBytes` counts them. */
export interface QuarantineCandidate {
  readonly bytes: number
  readonly isHeld: boolean
}

/** Bytes that an entry of quarantine counts for. */
export const quarantineBytes = (rawBytes: number): number => rawBytes + ROW_BYTES

/**
 * Decides which entries of one batch are kept. Null: its held events do not all fit, and the whole batch must be refused,
 * because an event that may be released later is never dropped. Junk that does not fit is dropped, in the order of the batch.
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

/** Bytes of junk that retention leaves: half of the quota, so that there is room for new junk to be seen. */
export const junkLeftByRetention = (quotaBytes: number): number => Math.floor(quotaBytes / 2)

function leftOf(kind: keyof QuarantineBytes, used: PerDeviceAndCompany, quota: PerDeviceAndCompany): number {
  return Math.min(quota.device[kind] - used.device[kind], quota.company[kind] - used.company[kind])
}
