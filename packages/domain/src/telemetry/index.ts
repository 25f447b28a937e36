export {
  type ClockHistory,
  type ClockVerdict,
  earliestTime,
  findClockResets,
  isClockReset,
  isLive,
  LIVE_MS,
  RESET_MARGIN_MS,
  type TimedEvent,
} from './clock-reset.ts'
export { ColumnSums, type Columns } from './columns.ts'
export { CLOCK_SET_FROM, checkEventTime, HOLD_MS, SOON_MS, type TimeVerdict } from './event-time.ts'
export { compareBatchIds, compareEvents, type EventKey, laterOf } from './order.ts'
export { type Spread, SpreadSums } from './spread.ts'
export { exactSums } from './sums.ts'
