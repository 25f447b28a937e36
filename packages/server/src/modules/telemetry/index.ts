export { type Latest, type LatestCycle, type LatestReading, nothingYet, withCycle, withReading } from './latest.ts'
export { cycleCounts, latestOf, type RawRow, rawRows } from './queries.ts'
