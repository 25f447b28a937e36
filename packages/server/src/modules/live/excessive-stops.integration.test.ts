import { updateEquipment } from '@millwatch/contract/http/tree'
import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { type LiveClient, openLive } from '@millwatch/lab/app/live-client'
import { afterAll, expect, test, vi } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.UTC(2026, 4, 4, 12)
const clock = manualClock(start - 120_000)
const { t, root, token } = await appWithCompany({ clock })
const { httpUrl } = await t.listen()
const open: LiveClient[] = []
afterAll(() => {
  for (const client of open) client.close()
})

/** Makes a machine with a threshold (s) that runs from two minutes before `start` until it stops at `at` (epoch ms). */
async function stopped(name: string, at: number, settings: { threshold: number; isTracked?: boolean }) {
  const machine = await machineWithDevice(t, token, root, name)
  const { threshold: excessive_downtime_threshold, isTracked: excessive_downtime_enabled = true } = settings
  const body = {
    excessive_downtime_threshold,
    excessive_downtime_enabled,
    from: new Date(start - 120_000).toISOString(),
  }
  await t.ask(updateEquipment, { token, params: { id: machine.id }, body })
  await machine.send([
    { t: start - 120_000, type: 'status', status: 'running' },
    { t: at, type: 'status', status: 'down' },
  ])
  return machine.id
}

async function page(bearer: string) {
  const client = await openLive(httpUrl, { auth: { token: bearer } })
  if (client === null) throw new Error('The server refused the connection')
  open.push(client)
  return client
}

const soon = { timeout: 20_000, interval: 20 }

test('Pages of a machine and its unit get a message once time alone makes its stop excessive, and of no other stop', async () => {
  clock.set(start)
  const first = await stopped('first', start, { threshold: 3 })
  const second = await stopped('second', start, { threshold: 4 })
  await stopped('long excessive', start - 60_000, { threshold: 3 })
  await stopped('not tracked', start, { threshold: 3, isTracked: false })
  const ours = await page(token)
  for (const room of [roomOfEquipment(first), roomOfOrgUnit(root)]) expect(await ours.join(room)).toBe('joined')
  const globex = await companyWithPeople(t, 'globex')
  const theirs = await page(await t.signIn(globex.emailOf('superuser')))
  expect(await theirs.join(roomOfOrgUnit(globex.rootOrgUnitId))).toBe('joined')
  const excessive = (client = ours) =>
    client.messages.filter(({ event }) => event === 'xsf').map(({ message }) => message)
  clock.advance(2999)
  expect(excessive()).toEqual([])
  clock.advance(1)
  const message = { equipment_id: first, started_at: new Date(start).toISOString() }
  const ofFirst = [roomOfEquipment(first), roomOfOrgUnit(root)].map((room) => ({ room, ...message }))
  await vi.waitFor(() => expect(excessive()).toEqual(expect.arrayContaining(ofFirst)), soon)
  clock.advance(1000)
  const ofSecond = { ...message, room: roomOfOrgUnit(root), equipment_id: second }
  await vi.waitFor(() => expect(excessive()).toContainEqual(ofSecond), soon)
  expect(excessive()).toHaveLength(3)
  expect(excessive(theirs)).toEqual([])
})
