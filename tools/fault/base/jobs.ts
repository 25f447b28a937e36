import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@millwatch/domain/time'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { asOwner } from '@millwatch/lab/load/owner'
import type { Company } from '@millwatch/lab/product/company'

/** Row of shift history as the call answers it: `[start (epoch s), end (epoch s), shift, id, machine]`. */
export type ShiftRow = readonly [start: number, end: number, shift: number, id: number, machine: number]

/**
 * Job that edits a shift of a machine, with functions that check the change. `holds` returns true if the shift history shows it.
 */
export interface Edit {
  readonly jobId: number
  readonly equipmentId: number
  readonly holds: (rows: readonly ShiftRow[]) => boolean
  /**
   * Returns true for the row that the edit made, changed or deleted. No later edit may touch that row, since that would undo the
   * change.
   */
  readonly owns: (row: ShiftRow) => boolean
}

export type EditKind = 'insert' | 'update' | 'delete'

const POLL_MS = 50
const WRITTEN_WITHIN_MS = 60_000
const SHORTEST_S = 600

/** Returns the rows of shift history of a machine from 10 days ago to 2 days ahead, in the order of time. */
export async function shiftRows(company: Company, equipmentId: number): Promise<ShiftRow[]> {
  const [from, to] = [Date.now() - 10 * DAY_MS, Date.now() + 2 * DAY_MS].map((at) => new Date(at).toISOString())
  const path = `/v0/e/${equipmentId}/reports/shifts?startDate=${from}&endDate=${to}`
  return (await company.call<{ shifts: ShiftRow[] }>('GET', path)).shifts
}

/**
 * Returns the rows of shift history that have ended, in the order of time. Waits until there are at least two, and throws an
 * error after 60 s.
 */
export async function pastRows(company: Company, equipmentId: number): Promise<ShiftRow[]> {
  for (const began = performance.now(); performance.now() - began < WRITTEN_WITHIN_MS; await delay(POLL_MS)) {
    const rows = (await shiftRows(company, equipmentId)).filter(([, end]) => end * 1000 < Date.now())
    if (rows.length > 1) return rows
  }
  throw new Error(`Machine ${equipmentId} has no shift history`)
}

interface Submitted {
  readonly job: { readonly id: number }
}

/**
 * Submits a change of a past shift of a machine, as an admin does, and returns it without waiting for its job. Rows of earlier
 * edits are not touched.
 */
export async function submitEdit(
  company: Company,
  kind: EditKind,
  equipmentId: number,
  earlier: readonly Edit[] = [],
): Promise<Edit> {
  const rows = await pastRows(company, equipmentId)
  if (kind === 'insert') return submitInsertion(company, equipmentId, rows)
  const [, , shift, id] = rows.findLast((row) => !earlier.some((edit) => edit.owns(row))) as ShiftRow
  const owns = (row: ShiftRow) => row[3] === id
  if (kind === 'delete') {
    const { job } = await company.call<Submitted>('DELETE', '/v0/shifts/bulkDestroy', { shiftHistoryIds: [id] })
    return { jobId: job.id, equipmentId, owns, holds: (after) => !after.some(owns) }
  }
  const other = (shift % 3) + 1
  const { job } = await company.call<Submitted>('PUT', '/v0/shifts/bulkUpdate', { updates: [{ id, shift: other }] })
  return { jobId: job.id, equipmentId, owns, holds: (after) => after.some((row) => owns(row) && row[2] === other) }
}

/**
 * Submits a shift of at most 1 h at the begin of the latest gap of at least 10 min; without such a gap it is placed from 2 h to 1
 * h before the first row.
 */
async function submitInsertion(company: Company, equipmentId: number, rows: readonly ShiftRow[]): Promise<Edit> {
  const [begin] = rows[0] as ShiftRow
  const holes = rows.slice(1).map((row, i): [number, number] => [rows[i]?.[1] ?? 0, row[0]])
  const [from, until] = holes.findLast(([a, b]) => b - a >= SHORTEST_S) ?? [begin - 7200, begin - 3600]
  const to = Math.min(until, from + 3600)
  const insert = { equipIds: [equipmentId], shift: 2, start: from, end: to }
  const { job } = await company.call<Submitted>('POST', '/v0/shifts/bulkInsert', { insert })
  const isIt = ([start, end, shift]: ShiftRow) => start === from && end === to && shift === 2
  return { jobId: job.id, equipmentId, owns: isIt, holds: (after) => after.filter(isIt).length === 1 }
}

/** Waits until a job has succeeded. Throws a `FaultFinding` if the job fails or takes longer than `withinMs`. */
export async function jobDone(company: Company, jobId: number, withinMs: number): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { job } = await company.call<{ job: { state: string; error: string | null } }>('GET', `/v0/jobs/${jobId}`)
    if (job.state === 'finished') return
    if (job.state === 'failed') throw new FaultFinding(`Job ${jobId} failed: ${job.error}`)
    if (performance.now() - began > withinMs)
      throw new FaultFinding(`Job ${jobId} is still ${job.state} after ${withinMs} ms`)
    await delay(POLL_MS)
  }
}

/**
 * Checks that the change of a finished job is in the shift history and was applied exactly once. Throws a `FaultFinding`
 * otherwise.
 */
export async function editHolds(company: Company, databaseUrl: string, edit: Edit): Promise<void> {
  const rows = await shiftRows(company, edit.equipmentId)
  if (!edit.holds(rows))
    throw new FaultFinding(`Job ${edit.jobId} is done and its change is not there: ${JSON.stringify(rows)}`)
  const times = await auditsOf(databaseUrl, edit.jobId)
  if (times !== 1) throw new FaultFinding(`Job ${edit.jobId} was applied ${times} times`)
}

/** Returns the number of audit entries of a job; the job writes an entry each time it is applied. */
function auditsOf(databaseUrl: string, jobId: number): Promise<number> {
  return asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from audit_entry where subject = $1',
      [`job/${jobId}`],
    )
    return rows[0]?.n ?? 0
  })
}
