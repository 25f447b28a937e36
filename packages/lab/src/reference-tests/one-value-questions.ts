/** A question for all answers, and helpers that several of them share. */
import { accountOfEquipment } from '@millwatch/contract/http/utilization'
import { countsAs, isEffectiveRun, isScheduled } from '@millwatch/domain/utilization'
import type { InjectApp } from '../app/inject-app.ts'
import { statuses } from './one-value-places.ts'

/**
 * Question about the figures of a machine or unit: period, shift, zone and exclusions, with the server and the session token to
 * request them.
 */
export interface Asking {
  readonly test: InjectApp
  readonly token: string
  readonly rootId: number
  readonly now: number
  readonly from: number
  /** End of the period that figures are computed for (epoch ms), which is at most `now`. */
  readonly to: number
  /** End of the period as sent in the request (epoch ms); it may be in the future. */
  readonly endsAt: number
  readonly shift: 0 | 1 | 2 | 3
  readonly zone: string
  readonly dayStartMin: number
  readonly intervalS: 900 | 3600 | 86_400 | 604_800
  readonly ignoreStartup: boolean
  readonly ignoreOutliers: boolean
}

const iso = (at: number) => new Date(at).toISOString()
export const ms = (seconds: number) => Math.round(seconds * 1000)

/**
 * Returns the queries of a question for the calls: its period, its shift (empty for all shifts), its choices with the zone, and
 * the cycles that are left out.
 */
export function queriesOf(asking: Asking) {
  const { from, endsAt, shift, zone, dayStartMin, ignoreStartup, ignoreOutliers } = asking
  const period = { startDate: iso(from), endDate: iso(endsAt) }
  const ofShift = shift === 0 ? {} : { shift }
  const choices = { ...ofShift, tz: zone, dayStartMin }
  return {
    period,
    ofShift,
    choices,
    series: { ignoreStartupCycles: ignoreStartup, ignoreOutlierCycles: ignoreOutliers },
    reports: period,
  }
}

/**
 * Returns the seconds of each status within the period, from intervals that may reach beyond it. An open interval lasts until the
 * end of the period; a status without time has 0.
 */
export function statusTimes(
  intervals: readonly { status: number; from: number; to: number | null }[],
  { from, to }: Pick<Asking, 'from' | 'to'>,
): Record<string, number> {
  const times: Record<string, number> = Object.fromEntries(statuses.map((name) => [name, 0]))
  for (const entry of intervals) {
    const length = Math.min(entry.to ?? to, to) - Math.max(entry.from, from)
    add(times, nameOf(entry.status), Math.max(0, length) / 1000)
  }
  return times
}

/** Returns the name that figures use for a status, such as `running_s` for 1. */
export const nameOf = (status: number): string => statuses[status - 1] ?? `status ${status}`

/**
 * Reads all pages of the account of a machine and returns its totals, the sums of its listed intervals in s, and their seconds by
 * status and by class (`as`). With `orgUnitId` it is the account within that unit.
 */
export async function accountOf(asking: Asking, id: number, orgUnitId?: number) {
  const { test, token, shift } = asking
  const { period, ofShift } = queriesOf(asking)
  const query = { ...period, ...ofShift, ...(orgUnitId === undefined ? {} : { orgUnitId }) }
  const as: Record<string, number> = Object.fromEntries(countsAs.map((name) => [name, 0]))
  const status = statusTimes([], asking)
  const listed = { listed_run_s: 0, listed_scheduled_s: 0 }
  let page = await test.ask(accountOfEquipment, { token, params: { id }, query })
  const { run_secs, scheduled_s } = page
  for (;;) {
    page.data.started_at.forEach((startedAt, i) => {
      const seconds = (ms(page.data.ended_at[i] ?? 0) - ms(startedAt)) / 1000
      const counted = page.data.counts_as[i] ?? 'unscheduled'
      const isRunning = page.data.status_id[i] === 1
      add(as, counted, seconds)
      // Running time while archived is also listed as excluded.
      if (counted === 'archived' && isRunning && shift === 0) add(as, 'running_outside_left_out', seconds)
      if (isEffectiveRun(counted)) listed.listed_run_s += seconds
      if (isScheduled(counted)) listed.listed_scheduled_s += seconds
      if (shift === 0 || page.data.shift[i] === shift) add(status, nameOf(page.data.status_id[i] ?? 0), seconds)
    })
    if (page.more_after === null) return { run_secs, scheduled_s, ...listed, as, status }
    page = await test.ask(accountOfEquipment, { token, params: { id }, query: { ...query, after: page.more_after } })
  }
}

export function add(sums: Record<string, number>, name: string, seconds: number): void {
  sums[name] = (sums[name] ?? 0) + seconds
}
