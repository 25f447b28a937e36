import { utcMonthBefore } from '../time/index.ts'

/** Returns the instant from which notifications count as recent: one calendar month before `now`; both epoch ms. */
export const recentFrom = (now: number): number => utcMonthBefore(now)
