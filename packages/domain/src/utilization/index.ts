export {
  average,
  averageCycleMs,
  type Figures,
  missedRevenue,
  noFigures,
  type Tally,
  utilPct,
} from './figures.ts'
export { type Standing, standingUnder } from './standing.ts'
export { noTotals, type StatusTotals, statusTotals, sumTotals } from './totals.ts'
export { formatPct, type Utilization, utilization, utilizationByDefault } from './utilization.ts'
