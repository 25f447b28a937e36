import type { Module } from '../../platform/calls/calls.ts'
import { reportCalls } from './calls.ts'

export const reportsModule: Module = { calls: reportCalls }
