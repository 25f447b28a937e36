export { isTimeZone, localDayOf, startOfLocalDay, utcMonthOf } from './calendar.ts'
export { overlap, type Range } from './range.ts'
