import {
  DEFAULT_QUARANTINE_QUOTA,
  fitInQuarantine,
  type PerDeviceAndCompany,
  type QuarantineBytes,
} from '@millwatch/domain/devices'
import {
  type CheckedBatch,
  lockQuarantineBytes,
  type QuarantineEntry,
  quarantineBytesOfCompany,
} from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Change of one device's quarantine by a commit: the number of entries discarded for lack of room, and the bytes added for junk
 * and for held entries (negative: removed).
 */
export interface QuarantineChange {
  readonly discarded: number
  readonly junk: number
  readonly held: number
}

/** Entries that a commit stores in quarantine, the changes by device id, and the change of the company's bytes. */
export interface QuarantineFill {
  readonly kept: readonly QuarantineEntry[]
  readonly changes: ReadonlyMap<number, QuarantineChange>
  readonly total: QuarantineBytes
}

/**
 * Error of a commit for which quarantine lacks room for releasable events of these batches. The batches are refused as a whole,
 * so that their devices keep the events and send them again.
 */
export class QuarantineFull extends Error {
  readonly batches: ReadonlySet<CheckedBatch>

  constructor(batches: ReadonlySet<CheckedBatch>) {
    super('Quarantine has no room for events that could be released')
    this.batches = batches
  }
}

/** Event that leaves quarantine, with the bytes that become free. */
interface Leaving {
  readonly deviceId: number
  readonly keptBytes: number
}

const nothing: QuarantineBytes = { junk: 0, held: 0 }
const untouched: QuarantineFill = { kept: [], changes: new Map(), total: nothing }

/**
 * Returns the entries of a commit that fit into quarantine, with the changes of bytes; stores none. Junk without room is left out
 * and its number is in `discarded`. Throws `QuarantineFull` when a releasable event has no room. Locks the quarantine accounts of
 * the devices in `deviceIds` until the transaction ends, but not the account of the company.
 */
export async function fillQuarantine(
  ctx: Ctx,
  entries: ReadonlyMap<CheckedBatch | null, readonly QuarantineEntry[]>,
  { leaving, deviceIds }: { leaving: readonly Leaving[]; deviceIds: readonly number[] },
  quota: PerDeviceAndCompany = DEFAULT_QUARANTINE_QUOTA,
): Promise<QuarantineFill> {
  if (entries.size === 0 && leaving.length === 0) return untouched
  const devices = await lockQuarantineBytes(ctx, deviceIds)
  const filling = new Filling(devices, await quarantineBytesOfCompany(ctx), quota)
  for (const { deviceId, keptBytes } of leaving) filling.add(deviceId, { discarded: 0, junk: 0, held: -keptBytes })
  for (const [batch, ofBatch] of entries) filling.put(batch, ofBatch)
  if (filling.full.size > 0) throw new QuarantineFull(filling.full)
  return filling
}

class Filling implements QuarantineFill {
  readonly kept: QuarantineEntry[] = []
  readonly changes = new Map<number, QuarantineChange>()
  readonly full = new Set<CheckedBatch>()
  total: QuarantineBytes = nothing
  readonly #devices: ReadonlyMap<number, QuarantineBytes>
  readonly #company: QuarantineBytes
  readonly #quota: PerDeviceAndCompany

  constructor(
    devices: ReadonlyMap<number, QuarantineBytes>,
    company: QuarantineBytes,
    quota: PerDeviceAndCompany = DEFAULT_QUARANTINE_QUOTA,
  ) {
    this.#devices = devices
    this.#company = company
    this.#quota = quota
  }

  /**
   * Adds the entries of one batch for which there is room. If a releasable entry has none, adds no entry of its device and marks
   * the batch as full. Batch null: events that were released and are refused again.
   */
  put(batch: CheckedBatch | null, entries: readonly QuarantineEntry[]): void {
    for (const [deviceId, ofDevice] of Map.groupBy(entries, (entry) => entry.deviceId)) {
      const candidates = ofDevice.map(({ keptBytes, isHeld }) => ({ bytes: keptBytes, isHeld }))
      const fit = fitInQuarantine(candidates, this.#used(deviceId), this.#quota)
      if (fit === null) {
        if (batch !== null) this.full.add(batch)
        continue
      }
      const kept = ofDevice.filter((_, i) => fit.kept[i])
      this.kept.push(...kept)
      this.add(deviceId, { discarded: ofDevice.length - kept.length, ...fit.bytes })
    }
  }

  add(deviceId: number, { discarded, junk, held }: QuarantineChange): void {
    const before = this.changes.get(deviceId) ?? { discarded: 0, ...nothing }
    this.changes.set(deviceId, {
      discarded: before.discarded + discarded,
      junk: before.junk + junk,
      held: before.held + held,
    })
    this.total = { junk: this.total.junk + junk, held: this.total.held + held }
  }

  #used(deviceId: number): PerDeviceAndCompany {
    return {
      device: sum(this.#devices.get(deviceId) ?? nothing, this.changes.get(deviceId) ?? nothing),
      company: sum(this.#company, this.total),
    }
  }
}

const sum = (a: QuarantineBytes, b: QuarantineBytes): QuarantineBytes => ({
  junk: a.junk + b.junk,
  held: a.held + b.held,
})
