import { Ledger } from '@millwatch/lab/load/ledger'

/** Returns the ids of the batches in a ledger that are acknowledged by now. */
export const acknowledgedIn = ({ entries }: Ledger): Set<string> =>
  new Set([...entries].filter(([, { isAcknowledged }]) => isAcknowledged).map(([id]) => id))

/**
 * Returns a copy of a ledger as it was at an earlier instant: all its batches, of which only those with an id in `acknowledged`
 * are acknowledged. The horizon is copied too.
 */
export function ledgerWith({ machine, entries, horizonAt }: Ledger, acknowledged: ReadonlySet<string>): Ledger {
  const ledger = new Ledger(machine)
  ledger.horizonAt = horizonAt
  for (const [id, entry] of entries) {
    const copied = { ...entry, isAcknowledged: false }
    ledger.entries.set(id, copied)
    if (acknowledged.has(id)) ledger.acknowledge(copied)
  }
  return ledger
}
