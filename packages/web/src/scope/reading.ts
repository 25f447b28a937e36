import type { Reading } from '@millwatch/domain/scope'
import { usePlace } from './place.ts'

/**
 * Returns the values needed to compute the period of a scope: the instant (epoch ms), the zone and the start of the
 * shift.
 */
export const readingAt = (now: number, zone: string): Reading => ({
  now,
  zone,
  shiftStartedAt: usePlace.getState().shiftStartedAt,
})
