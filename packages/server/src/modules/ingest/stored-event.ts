/** Kinds of event as stored (`event.kind`). */
export const KIND = { cycle: 1, tlm: 2, status: 3, power: 4, ping: 5, input: 6 } as const

/**
 * One event as stored. `number`: cycles counted (cycle), 1 running / 0 down (status), 1 on / 0 off (power), level
 * (input). Instants are epoch milliseconds.
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

/** Text of an event as quarantine keeps it: at most 4 KiB. */
export interface KeptText {
  /** Whole, or an event that can be read without its unknown fields, or the beginning of what cannot be read. */
  readonly raw: string
  /** Bytes of the whole text. */
  readonly originalBytes: number
  /** SHA-256 of the whole text; null: `raw` is whole. */
  readonly sha256: Buffer | null
  /** False: nobody can ever release it. */
  readonly isReadable: boolean
}

/** An event that cannot be told as it is: kept with its reason and its text. */
export interface QuarantinedEvent extends KeptText {
  readonly position: number | null
  readonly reason: string
  readonly occurredAt: number | null
  /** When it is released by itself; null: only by a person. */
  readonly releaseAt: number | null
}

/** A message after its events were judged one by one: what a commit stores. */
export interface JudgedBatch {
  readonly deviceId: number
  readonly batchId: string
  readonly sentAt: number | null
  readonly receivedAt: number
  /** Of what the events say, whatever the order of keys or the spacing. */
  readonly contentHash: Buffer
  readonly eventCount: number
  readonly events: readonly StoredEvent[]
  readonly quarantined: readonly QuarantinedEvent[]
  readonly clockAhead: boolean
  readonly ip: string | null
  readonly firmware: string | null
  /** The events as quarantine keeps them, one by one. */
  readonly texts: () => KeptText[]
}

/** What the device is told, and what its account says: received = accepted + duplicates + quarantined. */
export interface Receipt {
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
}
