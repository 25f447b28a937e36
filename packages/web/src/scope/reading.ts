import type { Reading } from '@millwatch/domain/scope'
import { firstWeekday } from '../lib/measures.ts'
import { usePlace } from './place.ts'

/**
 * Returns the values with which a scope is converted into a period: the instant (epoch ms), the zone, the present and the last
 * shift of the page that is shown, and the first day of weeks.
 */
export const readingAt = (now: number, zone: string): Reading => ({
  now,
  zone,
  shift: usePlace.getState().shift,
  lastShift: usePlace.getState().lastShift,
  firstWeekday: firstWeekday(),
})
