/** Name of the lock that the windows of one browser share. */
const LOCK = 'millwatch.entries'

/**
 * Does work while no other window of this browser does it: several windows take turns. Browsers offer locks on encrypted pages
 * only; without them windows may send one entry twice, which the server stores once by its key.
 */
export function between(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work)
}

/** Returns the channel by which the windows of one browser exchange messages; null: this browser has none. */
export const channelOf = (name: string): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
