import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const getHealth = endpoint('GET', '/health', 'operations', {
  operation: 'health.read',
  policy: { least: 'public', scope: 'none', rate: 'public' },
  summary: '200 once everything can be served; 503 before, and while the database is away',
  shapes: { answer: Type.Object({ status: Type.Literal('ok'), version: Type.String() }) },
})
