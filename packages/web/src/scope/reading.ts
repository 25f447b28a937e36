import type { Reading } from '@millwatch/domain/scope'
import { usePlace } from './place.ts'

/** What a scope is read by on a page of that zone, at an instant (epoch ms). */
export const readingAt = (now: number, zone: string): Reading => ({
  now,
  zone,
  shiftStartedAt: usePlace.getState().shiftStartedAt,
})
