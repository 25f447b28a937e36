import { CONTACT_LIMIT_MS } from './communication.ts'

/**
 * Returns the time (ms) by which a device's clock was ahead of the server's, below 0: behind, from one message: `sentAt` by the
 * device's clock, `receivedAt` by the server's (both epoch ms). Null if the message proves nothing: it has no `sentAt`, or it
 * arrived more than 300 s later, because a device without a network keeps its messages.
 */
export function clockSkewOf(sentAt: number | null, receivedAt: number): number | null {
  return sentAt !== null && isClockSkew(sentAt - receivedAt) ? sentAt - receivedAt : null
}

/**
 * Returns true if `ms`, the time by which a device's clock seems ahead of the server's (below 0: behind), can be a
 * measure of that clock. More than 300 s behind is the delay of a message instead.
 */
export const isClockSkew = (ms: number): boolean => ms >= -CONTACT_LIMIT_MS
