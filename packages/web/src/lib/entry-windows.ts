/** Name of the lock that the windows of one browser share. */
const LOCK = 'millwatch.entries'

/**
 * Does `work` while no other window of this browser does such work: windows take turns. In a browser without locks, as on pages
 * that are not encrypted, it is done at once. Windows may then send one entry twice, which the server stores once by its key.
 */
export function between(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work)
}

/** Returns the channel by which the windows of one browser exchange messages; null in a browser without such channels. */
export const channelOf = (name: string): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
