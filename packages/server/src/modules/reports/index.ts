import { shiftReports } from './calls-shifts.ts'
import { stopAndRunReports } from './calls-stops-and-runs.ts'

export const reportsCalls = [...shiftReports, ...stopAndRunReports]
