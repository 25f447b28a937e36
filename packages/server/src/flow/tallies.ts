import { clockSkewOf } from '@millwatch/domain/devices'
import type { BatchIdentity, CheckedBatch, Receipt, TallyChange } from '../modules/ingest/index.ts'
import type { QuarantineChange } from './quarantine-room.ts'

/**
 * Sums by device of the changes that one commit makes to its account: received = accepted + duplicates + quarantined. Stores
 * nothing; `changes` returns the sums.
 */
export class Tallies {
  readonly #changes = new Map<number, TallyChange>()
  readonly #refused: readonly Refused[]

  /**
   * Creates empty sums. `refused` are events that go to quarantine although the check of their message accepted them: those
   * before the horizon of their machine, and those of a clock that fell back.
   */
  constructor(refused: readonly Refused[]) {
    this.#refused = refused
  }

  /**
   * Adds a batch to the sums of its device and returns the receipt for the device. A duplicate batch has only duplicates; one
   * with a reused id has only quarantined events.
   */
  count(batch: CheckedBatch, identity: BatchIdentity): Receipt {
    const isOf = (refusedEvent: Refused) =>
      refusedEvent.deviceId === batch.deviceId && refusedEvent.batchId === batch.batchId
    const refused = this.#refused.length === 0 ? 0 : this.#refused.filter(isOf).length
    const receipt = receiptOf(batch, identity, refused)
    const change = this.#of(batch.deviceId)
    change.received += batch.eventCount
    change.accepted += receipt.accepted
    change.duplicates += receipt.duplicates
    change.quarantined += receipt.quarantined
    if (change.contactAt === null || batch.receivedAt >= change.contactAt) {
      change.contactAt = batch.receivedAt
      change.clockSkewedAt = batch.clockAhead ? batch.receivedAt : null
      const ms = clockSkewOf(batch.sentAt, batch.receivedAt)
      if (ms !== null) change.clockSkew = { ms, at: batch.receivedAt }
    }
    change.firstContactAt = Math.min(change.firstContactAt ?? batch.receivedAt, batch.receivedAt)
    change.ip = batch.ip ?? change.ip
    change.firmware = batch.firmware ?? change.firmware
    return receipt
  }

  /** Adds to the sums the receipts (epoch ms) of live events by device, and of the first event of each clock that fell back. */
  noteClocks(liveAt: ReadonlyMap<number, number>, resets: readonly { deviceId: number; receivedAt: number }[]): void {
    for (const [deviceId, at] of liveAt) this.#of(deviceId).liveAt = at
    for (const { deviceId, receivedAt } of resets) this.#of(deviceId).clockResetAt ??= receivedAt
  }

  /**
   * Adds an event that leaves quarantine to the sums: one fewer quarantined, one more accepted. It was already received before.
   */
  release(deviceId: number): void {
    const change = this.#of(deviceId)
    change.quarantined -= 1
    change.accepted += 1
  }

  /** Adds the numbers of discarded entries and the changed bytes of quarantine to the sums. */
  fill(changes: ReadonlyMap<number, QuarantineChange>): void {
    for (const [deviceId, { discarded, junk, held }] of changes) {
      const change = this.#of(deviceId)
      change.discarded += discarded
      change.junkBytes += junk
      change.heldBytes += held
    }
  }

  changes(): TallyChange[] {
    return [...this.#changes.values()]
  }

  #of(deviceId: number): TallyChange {
    const existing = this.#changes.get(deviceId)
    if (existing !== undefined) return existing
    const change: TallyChange = {
      deviceId,
      received: 0,
      accepted: 0,
      duplicates: 0,
      quarantined: 0,
      discarded: 0,
      junkBytes: 0,
      heldBytes: 0,
      contactAt: null,
      firstContactAt: null,
      clockSkew: null,
      clockSkewedAt: null,
      ip: null,
      firmware: null,
      liveAt: null,
      clockResetAt: null,
    }
    this.#changes.set(deviceId, change)
    return change
  }
}

interface Refused {
  readonly deviceId: number
  readonly batchId: string
}

function receiptOf(batch: CheckedBatch, identity: BatchIdentity, refused: number): Receipt {
  if (identity === 'duplicate') return { accepted: 0, duplicates: batch.eventCount, quarantined: 0 }
  if (identity === 'reused') return { accepted: 0, duplicates: 0, quarantined: batch.eventCount }
  const quarantined = batch.quarantined.length + refused
  return { accepted: batch.events.length - refused, duplicates: 0, quarantined }
}
