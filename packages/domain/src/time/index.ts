export { type Bucket, type BucketInterval, bucketOfDate, bucketsOf, intervalFor, type LocalWeek } from './buckets.ts'
export { isTimeZone, utcMonthBefore, utcMonthOf } from './calendar.ts'
export { clockOptions, type DateStyle, dateInMail, dayInMail, timeInMail } from './date-text.ts'
export { dateOfDay, dayOfDate, weekdayOf } from './days.ts'
export {
  dateNumberOf,
  dayAt,
  dayStartedAt,
  dayStartOf,
  localDayOf,
  localWeekOf,
  midnightOf,
  startOfLocalDay,
} from './local-days.ts'
export { holdsInstant, monthlyFrom, type PartitionRange, partitionFor } from './partitions.ts'
export type { Range } from './range.ts'
export { firstEndingAfter, joined, msWithin, partsWithin, without } from './ranges.ts'
export { firstIndex } from './search.ts'
export { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MINUTE_MS, SECOND_MS, WEEK_MS } from './units.ts'
export { type WallTime, wallAfter, wallAt, wallBack } from './wall.ts'
export { instantOfWall } from './zone-years.ts'
