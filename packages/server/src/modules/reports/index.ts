import type { Module } from '../../platform/calls/calls.ts'
import { reportCalls } from './calls.ts'
import { mailedCalls } from './calls-mailed.ts'

export { startMailedReports } from './start-mailed.ts'

export const reportsModule: Module = { calls: [...reportCalls, ...mailedCalls] }
