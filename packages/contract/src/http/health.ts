import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

const policy = { least: 'public', scope: 'none', rate: 'public' } as const

const Health = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  /** Text about a fault that an operator should mend although the server works; absent: there is none. */
  warning: Type.Optional(Type.String()),
})
export type Health = Static<typeof Health>

export const getHealth = endpoint('GET', '/health', 'operations', {
  operation: 'health.read',
  policy,
  summary: 'The same as /health/ready',
  shapes: { answer: Health },
})

export const getLiveness = endpoint('GET', '/health/live', 'operations', {
  operation: 'health.live.read',
  policy,
  summary: '200 while the process answers, whatever it can do',
  shapes: { answer: Health },
})

export const getReadiness = endpoint('GET', '/health/ready', 'operations', {
  operation: 'health.ready.read',
  policy,
  summary:
    '200 while messages are stored and questions answered; else 503 with the reason as its code: migrating, unavailable (the database is away), storage_full or backlog',
  shapes: { answer: Health },
})
