import type { Module } from '../../platform/calls/calls.ts'
import { subscribers } from './subscribe.ts'

export const noticesModule: Module = { calls: [], subscribers }
