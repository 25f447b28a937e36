/** Stored evidence about the clock of the server; instants are epoch ms. */
export interface ClockEvidence {
  /** Latest receipt of a message of a device; null: there was none. */
  readonly lastReceiptAt: number | null
  /** Differences (ms) of the clocks of devices, measured lately; above 0: the device is ahead of the server. */
  readonly skewsMs: readonly number[]
}

export interface ClockDoubt {
  /** `before_last_receipt`: the clock fell back. `behind_devices`: most devices are ahead of it. */
  readonly kind: 'before_last_receipt' | 'behind_devices'
  /** Time (ms) by which the clock of the server is behind, as far as can be known. */
  readonly behindMs: number
}

/** Time (ms, 60 s) by which the clocks of the servers of one database may differ. */
const TOLERATED_MS = 60_000
/**
 * Time (ms, 5 minutes) beyond which a clock is too far ahead of the server, so that events of its device are held in quarantine.
 */
const AHEAD_MS = 5 * 60_000
const LEAST_DEVICES = 3

/**
 * Returns the reason for which the clock of the server is probably wrong, and by how many ms it is behind; null: no reason.
 * Either it is more than one minute before the last receipt of a message. Or at least three devices, and more than half of all,
 * are more than 5 minutes ahead of it: then their median counts. Devices that seem behind prove nothing.
 */
export function serverClockDoubt(now: number, { lastReceiptAt, skewsMs }: ClockEvidence): ClockDoubt | null {
  if (lastReceiptAt !== null && lastReceiptAt - now > TOLERATED_MS)
    return { kind: 'before_last_receipt', behindMs: lastReceiptAt - now }
  const ahead = skewsMs.filter((skewMs) => skewMs > AHEAD_MS).sort((a, b) => a - b)
  if (ahead.length < LEAST_DEVICES || ahead.length * 2 <= skewsMs.length) return null
  return { kind: 'behind_devices', behindMs: ahead[Math.floor(ahead.length / 2)] ?? 0 }
}
