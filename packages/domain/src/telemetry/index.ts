export { CLOCK_SET_FROM, HOLD_MS, judgeTime, SOON_MS, type TimeJudgement } from './judge-time.ts'
export { compareBatchIds, compareEvents, type EventKey, laterOf } from './order.ts'
