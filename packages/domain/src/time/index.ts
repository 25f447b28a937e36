export { isTimeZone, localDayOf, startOfLocalDay, utcMonthOf } from './calendar.ts'
export type { Range } from './range.ts'
