import { calls } from '@millwatch/contract/calls/all'
import type { Query } from '@millwatch/contract/endpoint'
import { exportAudit, listAudit } from '@millwatch/contract/http/audit'
import { operatorsWork } from '../../platform/audit/store.ts'
import { type Module, question, streamed } from '../../platform/calls/calls.ts'
import { fromIso, toIso } from '../../platform/http/instants.ts'
import { Streamed } from '../../platform/http/route.ts'
import { streamEntries } from './export-entries.ts'
import { presentEntries } from './present.ts'
import { type AuditFilter, entriesBefore, placeOf } from './queries.ts'

const usualLimit = 50

/** Operations of the calls that leave audit entries, with repetitions; operators' work on the command line is not among them. */
const audited = Object.values(calls).flatMap(({ operation, policy }) => (policy.audit ? [operation] : []))
const recorded = [...new Set([...audited, ...operatorsWork])].sort()

function filterOf(query: Query<typeof exportAudit>): AuditFilter {
  const { from, to, operation, user_id: userId, subject } = query
  return {
    from: from === undefined ? undefined : fromIso(from, 'querystring/from'),
    to: to === undefined ? undefined : fromIso(to, 'querystring/to'),
    operation,
    userId,
    subject,
  }
}

export const auditModule: Module = {
  calls: [
    question(listAudit, async (ctx, { query }) => {
      const { before, limit = usualLimit } = query
      const from = before === undefined ? undefined : await placeOf(ctx, before)
      const isPast = before !== undefined && from === undefined
      // One more than asked for says whether there is another page.
      const rows = isPast ? [] : await entriesBefore(ctx, filterOf(query), limit + 1, from)
      const entries = await presentEntries(ctx, rows.slice(0, limit))
      const last = rows.length > limit ? (entries.at(-1)?.id ?? null) : null
      return { entries, next_before: last, operations: recorded }
    }),
    streamed(
      exportAudit,
      async (_ctx, _request, { now }) => now,
      (now, { query, inCompany }) => {
        const { format = 'csv' } = query
        const name = `audit-${toIso(now).slice(0, 10)}.${format}`
        const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8'
        const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
        return new Streamed(streamEntries(inCompany, filterOf(query), format), headers)
      },
    ),
  ],
}
