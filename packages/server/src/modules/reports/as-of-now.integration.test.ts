import { lostTimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test } from 'vitest'
import { type Clock, manualClock } from '../../platform/clock.ts'

const noon = Date.parse('2026-05-14T12:00:00Z')
const MACHINES = 12
const manual = manualClock(noon + MACHINES)
let ticksLeft = 0
/** Clock that goes on by a millisecond each time it is read, a number of times. */
const clock: Clock = {
  ...manual,
  now() {
    if (ticksLeft > 0) {
      ticksLeft--
      manual.advance(1)
    }
    return manual.now()
  },
}

const { t, root: rootId, token } = await appWithCompany({ clock })
beforeAll(async () => {
  const day: [number, number, 1][] = [[21_600, 79_200, 1]]
  const schedule = { 0: day, 1: day, 2: day, 3: day, 4: day, 5: day, 6: day }
  await t.ask(updateScheduleOfOrgUnit, { token, params: { id: rootId }, body: { schedule } })
  for (let i = 0; i < MACHINES; i++) {
    const machine = await machineWithDevice(t, token, rootId, `machine ${i}`)
    await machine.send([{ t: noon + i, type: 'cycle', cycle_time: 1 }])
  }
})

/** Returns the instants at which silence stops the machines, by machine. */
async function dueAt(): Promise<Map<number, number>> {
  const { rows } = await t.db.owner.query<{ id: string; due: string }>(
    'select equipment_id as id, due_at as due from machine_state where due_at is not null',
  )
  return new Map(rows.map(({ id, due }) => [Number(id), Number(due)]))
}

test('a report shows every stop that silence caused up to its instant, also while it was asked for', async () => {
  const due = await dueAt()
  expect(due.size).toBe(MACHINES)
  const first = Math.min(...due.values())
  manual.set(first - 1)
  ticksLeft = MACHINES
  const query = { startDate: '2026-05-14T00:00:00Z', endDate: '2026-05-15T00:00:00Z' }
  const { report, as_of: asOf } = await t.ask(lostTimeOfOrgUnit, { token, params: { id: rootId }, query })
  expect(Date.parse(asOf)).toBeGreaterThan(first)
  expect(report).toHaveLength(MACHINES)
  const running = report.filter(({ ran_to }) => ran_to === asOf).map(({ equipId }) => equipId)
  const notDue = [...due].filter(([, at]) => at > Date.parse(asOf)).map(([id]) => id)
  expect(running.sort()).toEqual(notDue.sort())
})
