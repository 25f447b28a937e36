/** Numbers under which kinds of events are stored. */
export const KIND = { cycle: 1, tlm: 2, status: 3, power: 4, ping: 5, input: 6, impact: 7, ack: 8 } as const

/**
 * One event as stored, without its machine. `number` is the count of cycles (cycle), 1 running or 0 down (status), 1 on
 * or 0 off (power), the level (input), or the id of the command (ack). `analogIn1` is a reading, or the force (impact).
 * Instants are epoch ms.
 */
export interface StoredEvent {
  readonly occurredAt: number
  readonly position: number
  readonly kind: number
  readonly cycleMs: number | null
  readonly number: number | null
  readonly temperature1: number | null
  readonly analogIn1: number | null
  readonly since: number | null
  readonly input: string | null
}

/** Text of an event as kept in quarantine: at most 4 KiB. */
export interface KeptText {
  /** Whole text, or a readable event without its unknown fields, or the beginning of an unreadable text. */
  readonly raw: string
  /** Bytes of the whole text. */
  readonly originalBytes: number
  /** SHA-256 of the whole text; null: `raw` is whole. */
  readonly sha256: Buffer | null
  /** False: it can never be released. */
  readonly isReadable: boolean
}

/** An event that cannot be used as it is, with the reason and its text. */
export interface QuarantinedEvent extends KeptText {
  readonly position: number | null
  readonly reason: string
  readonly occurredAt: number | null
  /** Time of its automatic release; null: only a person can release it. */
  readonly releaseAt: number | null
}

/** A message after each of its events was checked: input of a commit. Instants are epoch ms. */
export interface CheckedBatch {
  readonly deviceId: number
  readonly batchId: string
  readonly sentAt: number | null
  readonly receivedAt: number
  /** Hash of the events' contents; the order of keys and the spacing do not matter. */
  readonly contentHash: Buffer
  readonly eventCount: number
  readonly events: readonly StoredEvent[]
  readonly quarantined: readonly QuarantinedEvent[]
  readonly clockAhead: boolean
  readonly ip: string | null
  readonly firmware: string | null
  /** Ids of the commands that the device acknowledges, each once, also by events whose time is wrong. */
  readonly acks: readonly number[]
  /** Returns the text of each event as kept in quarantine. */
  readonly texts: () => KeptText[]
}

/** Number of a message's events by outcome, as the device is answered. Together they are all events received. */
export interface Receipt {
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
}
