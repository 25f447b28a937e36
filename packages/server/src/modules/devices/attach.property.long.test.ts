import * as calls from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { getEquipment } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const iso = (at: number) => new Date(at).toISOString()

const { t, root, token } = await appWithCompany({ clock })

const eventKind = fc.constantFrom(
  { type: 'status', status: 'running' },
  { type: 'status', status: 'down' },
  { type: 'cycle', cycle_time: 20, temperature_1: 40 },
  { type: 'power', on: false },
  { type: 'ping' },
)
/** Minutes at which one of two devices sends an event; the handover lies between two minutes. */
const sentEvents = fc.array(
  fc.record({ at: fc.integer({ min: 1, max: 40 }), by: fc.constantFrom('old', 'next'), what: eventKind }),
  {
    maxLength: 14,
  },
)

/** Creates a machine with a primary, and a device that is on no machine yet. */
async function plant() {
  const old = await machineWithDevice(t, token, root)
  const next = await machineWithDevice(t, token, root)
  clock.advance(MINUTE_MS)
  await t.ask(calls.removeDevice, { token, params: { id: next.deviceId } })
  return { old, next }
}
type Plant = Awaited<ReturnType<typeof plant>>

const takeOver = ({ old, next }: Plant, from?: number) =>
  t.ask(calls.reassignDevice, {
    token,
    params: { id: next.deviceId },
    body: { equipId: old.id, primary: true, ...(from === undefined ? {} : { from: iso(from) }) },
  })

async function stateOf({ old }: Plant, from: number) {
  const query = { startDate: iso(from), endDate: iso(clock.now()) }
  const { data } = await t.ask(statusOfEquipment, { token, params: { id: old.id }, query })
  const { equip } = await t.ask(getEquipment, { token, params: { id: old.id } })
  const { latest_cycle, latest_tlm_data, current_status, total_cycle_count } = equip
  const log = data.map(({ status_id, started_at, ended_at }) => [status_id, started_at, ended_at])
  return { log, latest_cycle, latest_tlm_data, current_status, total_cycle_count }
}

test('A takeover entered afterwards has the same result as one entered when it happened', async () => {
  await fc.assert(
    fc.asyncProperty(sentEvents, fc.integer({ min: 1, max: 40 }), async (events, at) => {
      const [live, afterwards] = [await plant(), await plant()]
      clock.advance(MINUTE_MS)
      const from = clock.now()
      const tookOverAt = from + at * MINUTE_MS + 30_000
      const steps = [...events.map((event) => ({ ...event, t: from + event.at * MINUTE_MS }))].sort((a, b) => a.t - b.t)
      for (const step of steps) {
        if (step.t > tookOverAt && clock.now() < tookOverAt) {
          clock.advance(tookOverAt - clock.now())
          await takeOver(live)
        }
        clock.advance(step.t - clock.now())
        for (const side of [live, afterwards]) await side[step.by as 'old' | 'next'].send([{ t: step.t, ...step.what }])
      }
      if (clock.now() < tookOverAt) {
        clock.advance(tookOverAt - clock.now())
        await takeOver(live)
      }
      clock.advance(7 * MINUTE_MS)
      await takeOver(afterwards, tookOverAt)
      expect(await stateOf(afterwards, from)).toEqual(await stateOf(live, from))
    }),
    { numRuns: 15 },
  )
})
