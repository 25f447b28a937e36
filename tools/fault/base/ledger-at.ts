import { Ledger } from '@millwatch/lab/load/ledger'

/** Returns the batches of a device that are acknowledged by now. */
export const acknowledgedIn = ({ entries }: Ledger): Set<string> =>
  new Set([...entries].filter(([, { isAcknowledged }]) => isAcknowledged).map(([id]) => id))

/** Returns the ledger of a device as of an instant: what was begun by now, of which these batches were acknowledged. */
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
