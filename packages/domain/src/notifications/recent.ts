import { utcMonthBefore } from '../time/index.ts'

/** Since when things that have become available are recent: one month of the calendar before `now`; both epoch ms. */
export const recentFrom = (now: number): number => utcMonthBefore(now)
