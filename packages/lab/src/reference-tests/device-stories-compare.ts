/** Compares the figures of machines in the answers of calls with those of the reference model. */
import type { Answer, Query } from '@millwatch/contract/endpoint'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { getOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { figuresOfMachine, type MachineFigures, setOfMachine, settledEvents } from '../reference/several-devices.ts'
import { onEach } from './device-stories-calls.ts'
import type { Site, StoryPeople } from './device-stories-people.ts'

const iso = (at: number) => new Date(at).toISOString()
const STATUS = ['', 'running', 'down', 'offline', 'powered-off']
const MACHINES_PER_CALL = 200

/** Figures of a machine by name, as text. Equal figures have equal text. */
export type NamedFigures = Readonly<Record<string, string>>

export interface Period {
  readonly from: number
  readonly to: number
}

/**
 * Returns an average as text, rounded to 6 decimals, because sums of decimals differ in their last digits by the order of
 * addition; `none` for null or undefined.
 */
const averageText = (value: number | null | undefined) => (value == null ? 'none' : value.toFixed(6))
const meanOf = ({ sum, count }: { sum: number; count: number }, scale = 1) =>
  averageText(count === 0 ? null : sum / count / scale)
const spanText = (status: number, from: string, to: string | null) => `${STATUS[status]} ${from} to ${to ?? 'now'}`

/**
 * Returns the figures that the reference model gives for every machine of a story, in the order of the machines, over the time
 * from `from` to `now` (epoch ms).
 */
export function expectedFigures(people: StoryPeople, from: number, now: number): NamedFigures[] {
  const events = settledEvents(people.taken)
  return people.machines.map((_, i) => {
    const set = setOfMachine(people.taken, events, String(i), people.settingsOf(i), people.setups)
    return asText(figuresOfMachine(set, events, String(i), { from, now }), now)
  })
}

function asText(figures: MachineFigures, now: number): NamedFigures {
  const { intervals, latestCycle, latestReading } = figures
  const msOf = (status: number) =>
    intervals.reduce((sum, each) => sum + (each.status === status ? (each.end ?? now) - each.start : 0), 0)
  return {
    log: intervals
      .map(({ status, start, end }) => spanText(status, iso(start), end === null ? null : iso(end)))
      .join('\n'),
    seconds: [1, 2, 3, 4].map((status) => msOf(status) / 1000).join(' '),
    cycles: String(figures.cycles),
    cycleTime: meanOf(figures.cycleMs, 1000),
    plainCycleTime: meanOf(figures.plainCycleMs, 1000),
    temperature: meanOf(figures.temperature),
    analog: meanOf(figures.analog),
    latestCycle: latestCycle === null ? 'none' : `${iso(latestCycle.at)} ${latestCycle.cycleMs ?? 'untimed'}`,
    latestReading:
      latestReading === null ? 'none' : `${iso(latestReading.at)} ${latestReading.temperature} ${latestReading.analog}`,
  }
}

/**
 * Requests the figures of machines over a period from the server and returns them by machine id, in the same names and texts as
 * `expectedFigures`.
 */
export async function answeredFigures(
  site: Site,
  ids: readonly number[],
  period: Period,
): Promise<Map<number, NamedFigures>> {
  const { test, token, unitId } = site
  const dates = { startDate: iso(period.from), endDate: iso(period.to) }
  const all = await utilizationOf(site, ids, dates)
  const plain = await utilizationOf(site, ids, { ...dates, ignoreStartupCycles: true, ignoreOutlierCycles: true })
  const { orgUnit } = await test.ask(getOrgUnit, { token, params: { id: unitId }, query: dates })
  const tiles = new Map(orgUnit.equipment.map((tile) => [tile.id, tile]))
  const logs = await onEach(ids, (id) => test.ask(statusOfEquipment, { token, params: { id }, query: dates }))
  return new Map(
    ids.map((id, i) => {
      const [util, tile] = [all.get(id), tiles.get(id)]
      const { latest_cycle: cycle = null, latest_tlm_data: reading = null } = tile ?? {}
      const time = cycle?.data.cycle_time ?? null
      const figures: NamedFigures = {
        log: (logs[i]?.data ?? []).map((row) => spanText(row.status_id, row.started_at, row.ended_at)).join('\n'),
        seconds: [util?.running_s, util?.down_s, util?.offline_s, util?.powered_off_s].join(' '),
        cycles: String(util?.cycles),
        cycleTime: averageText(util?.cycle_time_avg),
        plainCycleTime: averageText(plain.get(id)?.cycle_time_avg),
        temperature: averageText(util?.temp_avg),
        analog: averageText(util?.analog_avg),
        latestCycle:
          cycle === null ? 'none' : `${cycle.occurred_at} ${time === null ? 'untimed' : Math.round(time * 1000)}`,
        latestReading:
          reading === null ? 'none' : `${reading.occurred_at} ${reading.temperature_1} ${reading.analog_in_1}`,
      }
      return [id, figures]
    }),
  )
}

async function utilizationOf(
  { test, token }: Site,
  ids: readonly number[],
  query: Omit<Query<typeof utilizationOfEquipment>, 'ids'>,
) {
  const rows: Answer<typeof utilizationOfEquipment>['equipment'][number][] = []
  for (let i = 0; i < ids.length; i += MACHINES_PER_CALL) {
    const page = { ...query, ids: ids.slice(i, i + MACHINES_PER_CALL).join(',') }
    rows.push(...(await test.ask(utilizationOfEquipment, { token, query: page })).equipment)
  }
  return new Map(rows.map((row) => [row.id, row]))
}

export interface FigureDifference {
  readonly figure: string
  readonly expected: string
  readonly answered: string
}

/**
 * Returns the figures that differ, empty if none do; figures that only `answered` has are ignored. Of a log it returns only the
 * lines about the first difference.
 */
export function differencesOf(expected: NamedFigures, answered: NamedFigures): FigureDifference[] {
  return Object.keys(expected).flatMap((figure) => {
    const [a = '', b = ''] = [expected[figure], answered[figure]]
    if (a === b) return []
    return [{ figure, ...(figure === 'log' ? firstLines(a, b) : { expected: a, answered: b }) }]
  })
}

function firstLines(expected: string, answered: string): { expected: string; answered: string } {
  const [a, b] = [expected.split('\n'), answered.split('\n')]
  const differs = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => a[i] !== b[i]).indexOf(true)
  const near = (lines: readonly string[]) => lines.slice(Math.max(0, differs - 1), differs + 3).join(', ') || 'nothing'
  return { expected: near(a), answered: near(b) }
}
