/** Numbers by which the kinds of events are stored. */
export const KIND = { cycle: 1, tlm: 2, status: 3, power: 4, ping: 5, input: 6, impact: 7, ack: 8 } as const

/**
 * Event as it is stored, without its machine. `number` is the number of cycles (cycle), 1 running or 0 down (status), 1 on or 0
 * off (power), the level (input), or the id of the command (ack). `analogIn1` is a reading, or the force (impact). Instants are
 * epoch ms; a field that the kind does not use is null.
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

/** Text of an event as quarantine stores it: at most 4 KiB. */
export interface KeptText {
  /** Whole text, or a readable event without its unknown fields, or the beginning of an unreadable text. */
  readonly raw: string
  /** Bytes of the whole text. */
  readonly originalBytes: number
  /** SHA-256 of the whole text; null: `raw` is the whole text. */
  readonly sha256: Buffer | null
  /** True: the text is a readable event. False: it can never be released. */
  readonly isReadable: boolean
}

/**
 * Event that cannot be stored as it is, with the reason and its text. `position` null: the whole message; `occurredAt` (epoch ms)
 * null: its time cannot be read.
 */
export interface QuarantinedEvent extends KeptText {
  readonly position: number | null
  readonly reason: string
  readonly occurredAt: number | null
  /** Instant of its automatic release (epoch ms); null: only a person can release it. */
  readonly releaseAt: number | null
}

/** Message after each of its events was checked, as a commit stores it. Instants are epoch ms. */
export interface CheckedBatch {
  readonly deviceId: number
  readonly batchId: string
  readonly sentAt: number | null
  readonly receivedAt: number
  /**
   * Hash of the contents of the events; order of keys, spacing and fields that the contract does not define do not change it, if
   * the event is readable.
   */
  readonly contentHash: Buffer
  readonly eventCount: number
  readonly events: readonly StoredEvent[]
  readonly quarantined: readonly QuarantinedEvent[]
  readonly clockAhead: boolean
  readonly ip: string | null
  readonly firmware: string | null
  /** Ids of the commands that the device acknowledges, each once, also by events whose time is wrong. */
  readonly acks: readonly number[]
  /** Returns the texts of all events as quarantine stores them, in order. */
  readonly texts: () => KeptText[]
}

/** Numbers of a message's events by outcome, as the device gets them in the answer. Together they are all events received. */
export interface Receipt {
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
}
