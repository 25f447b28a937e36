export { noTotals, type StatusTotals, statusTotals, sumTotals } from './totals.ts'
export { formatPct, type Utilization, utilization, utilizationByDefault } from './utilization.ts'
