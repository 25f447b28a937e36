export { fitFileName } from './file-name.ts'
export {
  type Cadence,
  latestPeriod,
  type MailedPeriod,
  periodsDue,
  type ReportCalendar,
  type ReportChoice,
} from './mailed-periods.ts'
export {
  addUnitSums,
  csvValue,
  excessiveSums,
  machineCells,
  NO_UNIT_SUMS,
  type SummaryCells,
  sumsOfMachine,
  type UnitSums,
  unitCells,
} from './summary-cells.ts'
export { summaryColumns } from './summary-columns.ts'
