import { DAY_MS, type Range } from '@millwatch/domain/time'
import type pg from 'pg'
import type { Owner } from '../lib/owner.ts'

/** Length (ms) of the longest row of shift history in the large installation. */
const LONGEST_SHIFT_MS = DAY_MS
/** Longest gap (ms) between two rows of shift history that belong to one occurrence of a shift. */
const GAP_MS = 1_800_000

/**
 * Statement for the ended excessive stops in `[$2, $3)` of all machines of company `$1`: those whose scheduled time is at least
 * the threshold in force at their start. Stops that began more than a day before `$2` are left out. The limit of a day lets the
 * index find the few rows of shift history around each stop.
 */
const excessiveStops = `select s.status_interval_id, s.equipment_id, s.started_at, s.ended_at, x.ms, t.threshold, a.status_reason_id, a.notes
  from status_interval s
  cross join lateral (select excessive_downtime_threshold_ms as threshold from equipment_setting e where e.company_id = $1
    and e.equipment_id = s.equipment_id and e.valid_from <= s.started_at order by e.valid_from desc limit 1) as t
  cross join lateral (select sum(least(h.ended_at, s.ended_at) - greatest(h.started_at, s.started_at)) as ms from shift_history h
    where h.company_id = $1 and h.equipment_id = s.equipment_id and h.started_at < s.ended_at and h.ended_at > s.started_at
      and h.started_at > s.started_at - ${LONGEST_SHIFT_MS}) as x
  left join stop_annotation a on a.company_id = $1 and a.equipment_id = s.equipment_id and a.started_at = s.started_at
  where s.company_id = $1 and s.status_id = 2 and s.started_at < $3 and s.ended_at > $2 and s.started_at > $2 - ${LONGEST_SHIFT_MS}
    and s.ended_at - s.started_at >= t.threshold and x.ms >= t.threshold`

const stopRows = { name: 'bare.stops', text: `${excessiveStops} order by s.started_at, s.equipment_id` }
const stopSums = {
  name: 'bare.stop_sums',
  text: `select equipment_id, status_reason_id, count(*), sum(ms) from (${excessiveStops}) as stops group by 1, 2`,
}

/**
 * Statement for the occurrences of shifts 1 to 3, each with the start of the first running and the end of the last in it; both
 * null if the machine did not run.
 */
const lost = {
  name: 'bare.lost',
  text: `with rows as (select equipment_id, shift, started_at, ended_at, (started_at - lag(ended_at) over w > ${GAP_MS})::int as is_new
      from shift_history where company_id = $1 and shift > 0 and started_at < $3 and ended_at > $2
      window w as (partition by equipment_id, shift order by started_at)),
    numbered as (select *, sum(coalesce(is_new, 1)) over (partition by equipment_id, shift order by started_at) as no from rows),
    occurrence as (select equipment_id, shift, min(started_at) as from_ms, max(ended_at) as to_ms from numbered group by equipment_id, shift, no)
    select o.*, first.started_at as ran_from, last.ended_at as ran_to from occurrence o
    left join lateral (select greatest(started_at, from_ms) as started_at from status_interval where company_id = $1 and equipment_id = o.equipment_id
      and status_id = 1 and started_at > from_ms - ${LONGEST_SHIFT_MS} and started_at < to_ms and ended_at > from_ms order by started_at limit 1) as first on true
    left join lateral (select least(ended_at, to_ms) as ended_at from status_interval where company_id = $1 and equipment_id = o.equipment_id
      and status_id = 1 and started_at > from_ms - ${LONGEST_SHIFT_MS} and started_at < to_ms and ended_at > from_ms order by started_at desc limit 1) as last on true
    order by o.equipment_id, o.from_ms`,
}

const log = {
  name: 'bare.log',
  text: `select s.status_interval_id, s.status_id, s.started_at, s.ended_at, s.ended_at - s.started_at as ms, a.status_reason_id, a.notes
    from status_interval s left join stop_annotation a on a.company_id = $1 and a.equipment_id = s.equipment_id and a.started_at = s.started_at
    where s.company_id = $1 and s.equipment_id = $4 and s.started_at < $3 and (s.ended_at is null or s.ended_at > $2) order by s.started_at`,
}

/** Statements that a person would write by hand for reports; `log` needs the id of a machine. */
export const reportStatements = { stopRows, stopSums, lost, log } as const

/** Runs a statement for company 1 over a period. Returns the time in ms, including reading the rows, and the number of rows. */
export async function readReport(
  owner: Owner,
  name: keyof typeof reportStatements,
  { from, to, equipmentId }: Range & { readonly equipmentId?: number },
): Promise<{ ms: number; rows: number }> {
  const values = [1, from, to, ...(equipmentId === undefined ? [] : [equipmentId])]
  const began = performance.now()
  const { rowCount } = await owner.client.query({ ...reportStatements[name], values })
  return { ms: performance.now() - began, rows: rowCount ?? 0 }
}

/**
 * Query of `pg` for a `COPY ... to stdout`, which counts the rows and drops their text. `done` resolves at the end, or rejects
 * with the error.
 */
class CopyOut {
  rows = 0
  readonly done: Promise<void>
  readonly #text: string
  #end: (error?: Error) => void = () => undefined

  constructor(text: string) {
    this.#text = text
    this.done = new Promise((resolve, reject) => {
      this.#end = (error) => (error === undefined ? resolve() : reject(error))
    })
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyData(): void {
    this.rows++
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  handleCommandComplete(): void {
    // The rows are counted already.
  }

  handleReadyForQuery(): void {
    this.#end()
  }
}

/** Copies the cycles and readings of a machine in a period out as CSV. Returns the time in ms and the number of rows. */
export async function copyCycles(
  owner: Owner,
  { from, to, equipmentId }: Range & { readonly equipmentId: number },
): Promise<{ ms: number; rows: number }> {
  const copy = new CopyOut(`copy (select occurred_at, kind, cycle_ms, temperature_1, analog_in_1 from event
    where company_id = 1 and equipment_id = ${equipmentId} and occurred_at >= ${from} and occurred_at < ${to} and kind in (1, 2)
    order by occurred_at) to stdout (format csv)`)
  const began = performance.now()
  owner.client.query(copy as never)
  await copy.done
  return { ms: performance.now() - began, rows: copy.rows }
}
