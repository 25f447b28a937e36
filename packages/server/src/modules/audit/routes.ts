import { calls } from '@millwatch/contract/calls/all'
import type { Query } from '@millwatch/contract/endpoint'
import { exportAudit, listAudit } from '@millwatch/contract/http/audit'
import { operatorsWork } from '../../platform/audit/store.ts'
import type { Clock } from '../../platform/clock.ts'
import { fromIso, toIso } from '../../platform/http/instants.ts'
import { type Router, Streamed, success } from '../../platform/http/route.ts'
import { streamEntries } from './export-entries.ts'
import { presentEntries } from './present.ts'
import { type AuditFilter, entriesBefore, placeOf } from './queries.ts'

const usualLimit = 50

/** All that entries can be of. */
const audited = Object.values(calls).flatMap(({ operation, policy }) => (policy.audit ? [operation] : []))
const recorded = [...new Set([...audited, ...operatorsWork])].sort()

export function auditRoutes(router: Router, { clock }: { clock: Clock }): void {
  router.signedIn(listAudit, ({ query, inCompany }) =>
    inCompany(async (ctx) => {
      const { before, limit = usualLimit } = query
      const from = before === undefined ? undefined : await placeOf(ctx, before)
      const isPast = before !== undefined && from === undefined
      // One more than asked for says whether there is another page.
      const rows = isPast ? [] : await entriesBefore(ctx, filterOf(query), limit + 1, from)
      const entries = await presentEntries(ctx, rows.slice(0, limit))
      const last = rows.length > limit ? (entries.at(-1)?.id ?? null) : null
      return success({ entries, next_before: last, operations: recorded })
    }),
  )
  router.signedIn(exportAudit, async ({ query, inCompany }) => {
    const { format = 'csv' } = query
    const name = `audit-${toIso(clock.now()).slice(0, 10)}.${format}`
    const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8'
    const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
    return new Streamed(streamEntries(inCompany, filterOf(query), format), headers)
  })
}

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
