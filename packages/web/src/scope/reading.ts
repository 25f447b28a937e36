import type { Reading } from '@millwatch/domain/scope'
import { usePlace } from './place.ts'

/**
 * Returns the context in which a scope is converted into a period: the instant (epoch ms), the zone, and the start of the
 * shift in progress on this page.
 */
export const readingAt = (now: number, zone: string): Reading => ({
  now,
  zone,
  shiftStartedAt: usePlace.getState().shiftStartedAt,
})
