import type { Reading } from '@millwatch/domain/scope'
import { firstWeekday } from '../lib/measures.ts'
import { usePlace } from './place.ts'

/**
 * Returns the context in which a scope is converted into a period: the instant (epoch ms), the zone, and the shifts of this
 * page.
 */
export const readingAt = (now: number, zone: string): Reading => ({
  now,
  zone,
  shift: usePlace.getState().shift,
  lastShift: usePlace.getState().lastShift,
  firstWeekday: firstWeekday(),
})
