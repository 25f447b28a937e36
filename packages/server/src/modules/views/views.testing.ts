import { createOrgUnit } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { manualClock } from '../../platform/clock.ts'

/** 20:00 of the day before in New York, 09:00 of the day in Tokyo. */
export const start = Date.parse('2026-06-10T00:00:00Z')
export const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Starts a server with two machines at 00:35:00. The press runs 00:00:00 to 00:10:00 with a cycle each minute, then reports down,
 * sends a reading at 00:20:00 and nothing after it. The mill had a cycle at 00:29:00. Times are UTC.
 */
export async function pressAndMill() {
  const clock = manualClock(start)
  const { t, company, root, token: admin } = await appWithCompany({ clock, timezone: 'Asia/Tokyo' })
  const user = await t.signIn(company.emailOf('user'))
  const unit = (await t.ask(createOrgUnit, { token: admin, body: { name: 'hall', parent_id: root } })).orgUnit.id
  const press = await machineWithDevice(t, admin, unit, 'press')
  const mill = await machineWithDevice(t, admin, root, 'mill')
  clock.set(start + 35 * MINUTE_MS)
  const cycles = Array.from({ length: 10 }, (_, i) => ({
    t: start + (i + 1) * MINUTE_MS,
    type: 'cycle',
    cycle_time: 60,
    temperature_1: 40 + i / 10,
    analog_in_1: i,
  }))
  const down = { t: start + 10 * MINUTE_MS, type: 'status', status: 'down' }
  const reading = { t: start + 20 * MINUTE_MS, type: 'tlm', temperature_1: 21.5, analog_in_1: null }
  await press.send([...cycles, down, reading])
  await mill.send([{ t: start + 29 * MINUTE_MS, type: 'cycle', cycle_time: 30.25 }])
  return { t, clock, company, root, admin, user, unit, press, mill }
}
