import type { Answer } from '@millwatch/contract/endpoint'
import type { listAudit } from '@millwatch/contract/http/audit'
import type { downtimeOfEquipment, runsOfEquipment } from '@millwatch/contract/http/reports'
import type { getEquipment } from '@millwatch/contract/http/tree'
import { HOUR_MS } from '@millwatch/domain/time'
import type { Entered } from './entered.ts'
import type { Floor } from './floor.ts'
import { shownTime, stopOfEntry } from './moved.ts'

const MOST = 200

const iso = (at: number): string => new Date(at).toISOString()

/**
 * Returns a text for each reason and notes that are stored but were not entered, or the other way round. An entry made during a
 * cut may be on either of two stops.
 */
async function wrongReasons({ company, machine }: Floor, { reasons }: Entered, from: number): Promise<string[]> {
  const place = `/v0/e/${machine.equipmentId}`
  const { equip } = await company.call<Answer<typeof getEquipment>>('GET', place)
  const { fields, data } = await company.call<Answer<typeof downtimeOfEquipment>>(
    'GET',
    `${place}/reports/xsfdt?startDate=${iso(from)}`,
  )
  const column = (name: string): number => (fields as readonly string[]).indexOf(name)
  const timeZone = equip.actual_timezone
  const stops = data.map((row) => {
    const values = row as readonly unknown[]
    const text = (name: string) => values[column(name)] as string | null
    const [startedAt, endedAt] = [Number(values[column('started_at')]), values[column('ended_at')] as number | null]
    return { startedAt, endedAt, reason: text('status_reason'), notes: text('notes') }
  })
  // A stop without reason and notes has no entry.
  const stored = stops
    .filter(({ reason, notes }) => reason !== null || notes !== null)
    .map(({ startedAt, reason, notes }) => `${shownTime(startedAt, timeZone)}: ${reason}, ${notes}`)
  // Nobody knows which came first after a cut, the entry or the events of the time of the cut: the stop may have gone on for the
  // server when the entry came, or have ended.
  const entered = reasons.map((given) =>
    [given.givenAt, given.reachedAt].map((reachedAt) => {
      const stop = stopOfEntry({ ...given, reachedAt }, stops, timeZone)
      return `${stop ? shownTime(stop.startedAt, timeZone) : given.startedAt}: ${given.reason}, ${given.notes}`
    }),
  )
  return [
    ...stored.filter((stop) => !entered.flat().includes(stop)).map((stop) => `stored, not entered: ${stop}`),
    ...entered
      .filter((either) => !either.some((reason) => stored.includes(reason)))
      .map(([reason]) => `entered, not stored: ${reason}`),
  ]
}

/**
 * Returns no text if the entered and stored runs are equal, in order of their starts, else two texts: the entered and the stored
 * runs.
 */
async function wrongRuns({ company, machine, tags }: Floor, { runs }: Entered, from: number): Promise<string[]> {
  const period = `startDate=${iso(from)}&endDate=${iso(Date.now())}`
  const answer = await company.call<Answer<typeof runsOfEquipment>>(
    'GET',
    `/v0/e/${machine.equipmentId}/reports/runs?${period}`,
  )
  const stored = answer.runs
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .map(
      (run) =>
        `tags ${run.tag_ids}, ${run.cycles_total} cycles, ${run.scrap_qty} scrapped, ${run.ended_at === null ? 'active' : 'ended'}`,
    )
  const entered = runs.map(
    ({ tag, parts, scrap, hasEnded }) =>
      `tags ${tags.get(tag)}, ${parts} cycles, ${scrap} scrapped, ${hasEnded ? 'ended' : 'active'}`,
  )
  return entered.join('; ') === stored.join('; ')
    ? []
    : [`entered runs: ${entered.join('; ')}`, `stored runs: ${stored.join('; ')}`]
}

/** Returns a text for each operation whose entries in the audit log are more or fewer than were made. */
async function wrongCounts({ company }: Floor, { audited }: Entered, from: number): Promise<string[]> {
  const wrong: string[] = []
  for (const [operation, wanted] of Object.entries(audited)) {
    const query = `operation=${operation}&from=${iso(from)}&limit=${MOST}`
    const { entries } = await company.call<Answer<typeof listAudit>>('GET', `/v0/audit?${query}`)
    if (entries.length !== wanted) wrong.push(`${operation}: entered ${wanted} times, done ${entries.length} times`)
  }
  return wrong
}

/**
 * Compares the reasons, runs and audit entries made since an instant (epoch ms) with those that the server has stored. Returns a
 * text for each difference.
 */
export async function differences(floor: Floor, entered: Entered, since: number): Promise<string[]> {
  const from = since - HOUR_MS
  return [
    ...(await wrongReasons(floor, entered, from)),
    ...(await wrongRuns(floor, entered, from)),
    ...(await wrongCounts(floor, entered, since)),
  ]
}
