import type { Module } from '../../platform/calls/calls.ts'
import { shiftReports } from './calls-shifts.ts'
import { stopAndRunReports } from './calls-stops-and-runs.ts'

export const reportsModule: Module = { calls: [...shiftReports, ...stopAndRunReports] }
