export { fitFileName } from './file-name.ts'
export {
  type Cadence,
  latestPeriod,
  type MailedPeriod,
  periodsDue,
  type ReportCalendar,
  type ReportChoice,
} from './mailed-periods.ts'
export { summaryColumns } from './summary-columns.ts'
