import type { Tx } from '../tx.ts'
import { textArray } from './arrays.ts'

/**
 * Sends payloads, with the commit, to every server subscribed to `channel`; a rollback sends nothing. The own server gets them
 * twice: right after the commit (`listenHere`), and like all others. A payload holds at most 7,999 bytes. Does nothing for an
 * empty list.
 */
export async function notify(tx: Tx, channel: string, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return
  tx.publishHere(channel, payloads)
  await tx.prepared({ name: 'db.notify', text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload' }, [
    channel,
    textArray(payloads),
  ])
}
