import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { DeviceEvent } from '@millwatch/contract/devices'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Page } from '@playwright/test'
import { send } from './support/device.ts'
import { EVERYDAY, expect, type Plant, test, withoutReload } from './support/test.ts'

const recording = new URL('../fixtures/recordings/cnc-mill/events.ndjson.gz', import.meta.url)

/** Returns the recorded events of a real machining centre, in order. */
function recordedEvents(): DeviceEvent[] {
  const lines = gunzipSync(readFileSync(recording)).toString().trim().split('\n')
  return lines.flatMap((line) => (JSON.parse(line) as { events: DeviceEvent[] }).events)
}

const isStatus = (event: DeviceEvent, status: string) => event.type === 'status' && event.status === status

/** Returns a part of the recording in which the machine runs, counts cycles and goes down, and the hour before it. */
function livelyPart(events: readonly DeviceEvent[]) {
  const start = events.findIndex((event, i) => {
    const next = events.slice(i, i + 400)
    return i > 400 && isStatus(event, 'running') && next.filter((event) => event.type === 'cycle').length >= 4
  })
  return { before: events.slice(start - 400, start), after: events.slice(start) }
}

interface Truth {
  total_cycle_count: number
  current_status: { status: number }
}

async function truthOf(plant: Plant, machine: MadeMachine): Promise<Truth> {
  return (await plant.company.call<{ equip: Truth }>('GET', `/v0/e/${machine.equipmentId}`)).equip
}

const words = ['', 'running', 'down', 'offline', 'powered-off']
const tag = (page: Page) => page.locator('.page-title-row [data-status]')

async function showsTheTruth(page: Page, plant: Plant, machine: MadeMachine): Promise<Truth> {
  const truth = await truthOf(plant, machine)
  await expect(page.getByTestId('cycles')).toHaveText(String(truth.total_cycle_count))
  await expect(tag(page)).toHaveAttribute('data-status', words[truth.current_status.status] ?? '')
  return truth
}

test(
  'a machine that replays a recording: status and cycles arrive, the line is cut and restored, the truth is shown',
  EVERYDAY,
  async ({ signedIn: page, context, plant }) => {
    const { before, after } = livelyPart(recordedEvents())
    const machine = await plant.machineIn('Replayed machine', plant.company.rootUnitId)
    const shiftMs = Date.now() - 5000 - Math.max(...before.map(({ t }) => t))
    await send(
      plant.url,
      machine,
      before.map((event) => ({ ...event, t: event.t + shiftMs })),
    )
    await page.goto(`/e/${machine.equipmentId}`)
    await expect(page.locator('[data-connection="connected"]')).toBeAttached()
    const first = await showsTheTruth(page, plant, machine)
    let next = 0
    /** Sends events with times moved to now, as fast as possible, up to and including the next one that matches. */
    const replayUpTo = async (like: (event: DeviceEvent) => boolean) => {
      for (let event = after[next++]; event !== undefined; event = after[next++]) {
        await send(plant.url, machine, [{ ...event, t: Date.now() }])
        if (like(event)) return
      }
    }
    await withoutReload(page, async () => {
      await replayUpTo((event) => isStatus(event, 'running'))
      await expect(tag(page)).toHaveAttribute('data-status', 'running')
      await replayUpTo((event) => event.type === 'cycle')
      const counted = await showsTheTruth(page, plant, machine)
      expect(counted.total_cycle_count).toBeGreaterThan(first.total_cycle_count)

      await context.setOffline(true)
      await expect(page.getByText(/Connection lost/)).toBeVisible()
      await replayUpTo((event) => event.type === 'cycle')
      await replayUpTo((event) => isStatus(event, 'down'))
      await context.setOffline(false)
      await expect(page.locator('[data-connection="connected"]')).toBeAttached()
      const last = await showsTheTruth(page, plant, machine)
      expect(last.total_cycle_count).toBeGreaterThan(counted.total_cycle_count)
    })
  },
)
