import { CONTACT_LIMIT_MS } from './communication.ts'

/**
 * Returns by how much a device's clock was ahead of the server's (ms, below 0: behind) in a message that contains the
 * time at which the device sent it (both epoch ms). Null: the message says nothing about the clock. It arrived more than
 * 300 s after that instant, so it was rather kept than sent at once, as after a time without network; or the device did
 * not say when it sent it.
 */
export function clockSkewOf(sentAt: number | null, receivedAt: number): number | null {
  return sentAt !== null && isClockSkew(sentAt - receivedAt) ? sentAt - receivedAt : null
}

/** Returns false for a difference (ms) that is not a measure of a clock but the delay of a message: more than 300 s behind. */
export const isClockSkew = (ms: number): boolean => ms >= -CONTACT_LIMIT_MS
