import type { Interval, StatusSettings } from '@millwatch/domain/status'
import { type Entry, type Ledger, readable } from './ledger.ts'
import type { Positions, StoredDevice } from './stored.ts'
import { toldUndisturbed } from './told.ts'

/**
 * Compares what is stored with the ledger of a device: every acknowledged event exactly once, where it belongs; of a batch
 * that was not acknowledged all events once or none; nothing else; and an account that adds up. Returns what is wrong.
 */
export function checkStored(ledger: Ledger, stored: StoredDevice | undefined): string[] {
  const wrong: string[] = []
  const { events = new Map<string, Positions>(), quarantined = new Map<string, Positions>(), tally } = stored ?? {}
  for (const [id, entry] of ledger.entries) {
    wrong.push(
      ...checkBatch(id, entry, ledger.horizonAt, events.get(id) ?? new Map(), quarantined.get(id) ?? new Map()),
    )
  }
  for (const id of [...events.keys(), ...quarantined.keys()]) {
    if (!ledger.entries.has(id)) wrong.push(`batch ${id} was never sent`)
  }
  if (tally !== undefined) wrong.push(...checkTally(ledger, tally, count(events), count(quarantined)))
  return wrong.map((text) => `machine ${ledger.machine.equipmentId}: ${text}`)
}

function* checkBatch(id: string, entry: Entry, horizonAt: number | null, events: Positions, quarantined: Positions) {
  const { envelope, isAcknowledged } = entry
  if (!isAcknowledged && events.size === 0 && quarantined.size === 0) return
  for (const [position, event] of envelope.events.entries()) {
    const told = readable(entry, event)
    // What lies before the horizon may be gone.
    if (told !== undefined && horizonAt !== null && told.t < horizonAt) continue
    const [home, other] = told === undefined ? [quarantined, events] : [events, quarantined]
    const times = home.get(position) ?? 0
    const what = `event ${position} of ${isAcknowledged ? 'acknowledged' : 'unacknowledged'} batch ${id}`
    if (times === 0) yield `${what} is missing`
    if (times > 1) yield `${what} is there ${times} times`
    if (other.has(position)) yield `${what} is where it does not belong`
  }
  if (events.size + quarantined.size > envelope.events.length) yield `batch ${id} has events that were never sent`
}

function* checkTally(ledger: Ledger, tally: StoredDevice['tally'], events: number, quarantined: number) {
  const { received, accepted, duplicates } = tally
  if (received !== accepted + duplicates + tally.quarantined) yield `account: ${JSON.stringify(tally)} does not add up`
  if (ledger.horizonAt === null && accepted !== events) yield `account: ${accepted} accepted, ${events} stored`
  if (tally.quarantined !== quarantined) yield `account: ${tally.quarantined} quarantined, ${quarantined} stored`
  if (received < ledger.acknowledgedEvents) yield `account: ${received} received, more were acknowledged`
}

const count = (batches: ReadonlyMap<string, Positions>): number =>
  [...batches.values()].reduce((sum, positions) => sum + positions.size, 0)

/** The batches of a device that were stored, as it sent them. */
export function storedBatches(ledger: Ledger, stored: StoredDevice | undefined): Entry[] {
  const isStored = (id: string) => stored?.events.has(id) || stored?.quarantined.has(id)
  // Of what is gone there may be no trace.
  return [...ledger.entries.values()].filter(
    ({ envelope, isAcknowledged }) => isAcknowledged || isStored(envelope.batch_id),
  )
}

/**
 * Compares the status intervals that are shown with those of an undisturbed run. They were asked for between two instants:
 * what time alone changes in between may be told or not. Returns what is wrong.
 */
export function checkIntervals(
  batches: readonly Pick<Entry, 'envelope' | 'horizonAt'>[],
  settings: StatusSettings,
  shown: readonly Interval[],
  between: { readonly from: number; readonly to: number },
): string[] {
  const text = JSON.stringify(shown)
  const expected = toldUndisturbed(batches, settings, between.from)
  if (text === JSON.stringify(expected) || text === JSON.stringify(toldUndisturbed(batches, settings, between.to)))
    return []
  const at = expected.findIndex((one, i) => JSON.stringify(one) !== JSON.stringify(shown[i]))
  const [is, should] = [shown[at], expected[at]].map((one) => JSON.stringify(one))
  return [`interval ${at} of ${expected.length} (${shown.length} shown) is ${is}, undisturbed it is ${should}`]
}
