import { handWritten, type Module } from '../../platform/calls/calls.ts'
import { mailRoutes } from './mail-routes.ts'
import { subscribers } from './subscribe.ts'

export const noticesModule: Module = { calls: [handWritten(mailRoutes)], subscribers }
