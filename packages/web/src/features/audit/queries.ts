import type { Answer, Query } from '@millwatch/contract/endpoint'
import { exportAudit, listAudit } from '@millwatch/contract/http/audit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

type AuditPage = Answer<typeof listAudit>
export type AuditEntry = AuditPage['entries'][number]
export type AuditQuery = Query<typeof listAudit>

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * Returns the path and query, without host, from which a browser downloads all audit entries that match the filters, as
 * CSV or JSON. Undefined filters are left out.
 */
export function exportAddress(filters: Omit<Query<typeof exportAudit>, 'format'>, format: 'csv' | 'json'): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.set(name, String(value))
  return `${exportAudit.path}?${search}`
}
