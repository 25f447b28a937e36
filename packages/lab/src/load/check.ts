import type { Interval, StatusSettings } from '@millwatch/domain/status'
import { type Ledger, readable, type SentBatch } from './ledger.ts'
import type { Positions, StoredDevice } from './stored.ts'
import { undisturbedIntervals } from './undisturbed.ts'

/**
 * Compares the stored events of a device with its ledger and returns a line for each fault, none if all is right. Each event of
 * an acknowledged batch must be stored exactly once and in the right table, an unacknowledged batch wholly or not at all, and no
 * other batch. The counts of the device must add up, and events before its horizon may be missing.
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

function* checkBatch(
  id: string,
  entry: SentBatch,
  horizonAt: number | null,
  events: Positions,
  quarantined: Positions,
) {
  const { envelope, isAcknowledged } = entry
  if (!isAcknowledged && events.size === 0 && quarantined.size === 0) return
  for (const [position, event] of envelope.events.entries()) {
    const expected = readable(entry, event)
    // Events before the horizon may have been removed.
    if (expected !== undefined && horizonAt !== null && expected.t < horizonAt) continue
    const [home, other] = expected === undefined ? [quarantined, events] : [events, quarantined]
    const times = home.get(position) ?? 0
    const subject = `event ${position} of ${isAcknowledged ? 'acknowledged' : 'unacknowledged'} batch ${id}`
    if (times === 0) yield `${subject} is missing`
    if (times > 1) yield `${subject} is there ${times} times`
    if (other.has(position)) yield `${subject} is where it does not belong`
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

/**
 * Returns the batches of a ledger that are acknowledged or of which at least one event is stored, in the order in which they were
 * first sent.
 */
export function storedBatches(ledger: Ledger, stored: StoredDevice | undefined): SentBatch[] {
  const isStored = (id: string) => stored?.events.has(id) || stored?.quarantined.has(id)
  // Removed events may leave no trace, so acknowledged batches count as stored.
  return [...ledger.entries.values()].filter(
    ({ envelope, isAcknowledged }) => isAcknowledged || isStored(envelope.batch_id),
  )
}

/**
 * Compares the answered status intervals with those of an undisturbed run and returns a line about the first difference, or an
 * empty list. The answer came between two instants (epoch ms), and it may match the run up to either of them.
 */
export function checkIntervals(
  batches: readonly Pick<SentBatch, 'envelope' | 'horizonAt'>[],
  settings: StatusSettings,
  shown: readonly Interval[],
  between: { readonly from: number; readonly to: number },
): string[] {
  const text = JSON.stringify(shown)
  const expected = undisturbedIntervals(batches, settings, between.from)
  if (text === JSON.stringify(expected) || text === JSON.stringify(undisturbedIntervals(batches, settings, between.to)))
    return []
  const different = expected.findIndex((interval, i) => JSON.stringify(interval) !== JSON.stringify(shown[i]))
  // Without a difference, only more intervals are shown than expected.
  const at = different === -1 ? expected.length : different
  const [shownText, expectedText] = [shown[at], expected[at]].map((interval) => JSON.stringify(interval))
  return [
    `interval ${at} of ${expected.length} (${shown.length} shown) is ${shownText}, undisturbed it is ${expectedText}`,
  ]
}
