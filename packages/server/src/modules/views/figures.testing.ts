// A company in New York with a press, which worked on a Wednesday until 16:00, when the clock of the tests stands.
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { createOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { manualClock } from '../../platform/clock.ts'

/** A Wednesday; 00:00 in New York is 04:00 UTC. */
export const midnight = Date.parse('2026-06-10T04:00:00Z')
export const iso = (ms: number): string => new Date(ms).toISOString()
/** Returns the instant so many hours after midnight in New York. */
export const local = (hours: number): number => midnight + hours * HOUR_MS
/** The day as a period of a request. */
export const day = { startDate: iso(local(0)), endDate: iso(local(24)) }

/**
 * Makes the company, with a unit `hall` and the press in it. Shift 1 is 06:00 to 14:00, shift 3 22:00 to 06:00. The press runs
 * 05:00 to 08:00, is down to 08:10, runs to 09:00, and is down to 16:00.
 */
export async function pressInHall() {
  const clock = manualClock(midnight)
  const { t, company, root, token: admin } = await appWithCompany({ clock, timezone: 'America/New_York' })
  const { emailOf } = company
  const addUnit = async (name: string, parent_id = root) =>
    (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id } })).orgUnit.id
  const user = await t.signIn(emailOf('user'))
  const hall = await addUnit('hall')
  const press = await machineWithDevice(t, admin, hall, 'press')

  const shifts: [number, number, 0 | 1 | 2 | 3][] = [
    [0, 6 * 3600, 3],
    [6 * 3600, 14 * 3600, 1],
    [22 * 3600, 24 * 3600, 3],
  ]
  const schedule = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, shifts]))
  await t.ask(updateScheduleOfOrgUnit, { token: admin, params: { id: hall }, body: { schedule } })
  await t.ask(updateEquipment, {
    token: admin,
    params: { id: press.id },
    body: { hourly_revenue: 100, hourly_parts: 10, from: iso(midnight - 24 * HOUR_MS) },
  })
  clock.set(local(16))
  const statusAt = (t: number, running: boolean) => ({ t, type: 'status', status: running ? 'running' : 'down' })
  const alive = { t: local(16), type: 'ping', since: local(5) }
  await press.send([
    statusAt(local(5), true),
    statusAt(local(8), false),
    statusAt(local(8) + 10 * MINUTE_MS, true),
    statusAt(local(9), false),
    { t: local(7), type: 'cycle', cycle_time: 10, count: 30 },
    alive,
  ])
  const util = async (more: object = {}, token = admin, id = press.id) => {
    const { equipment } = await t.ask(utilizationOfEquipment, { token, query: { ids: String(id), ...day, ...more } })
    return equipment[0] as (typeof equipment)[number]
  }
  return { t, clock, root, admin, user, hall, press, emailOf, addUnit, util }
}
