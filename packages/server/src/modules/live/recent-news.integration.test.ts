import { createOrgUnit } from '@millwatch/contract/http/tree'
import { roomOfCompany, roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { openLive } from '@millwatch/lab/app/live-client'
import { afterAll, expect, test } from 'vitest'

const { t, company, token, root } = await appWithCompany()
const { httpUrl: url } = await t.listen()
const client = await openLive(url, { auth: { token } })
if (client === null) throw new Error('The server refused the connection')
afterAll(() => client.close())

const unitNamed = async (name: string): Promise<number> =>
  (await t.ask(createOrgUnit, { token, body: { name, parent_id: root } })).orgUnit.id

const [hall, yard] = [await unitNamed('Hall'), await unitNamed('Yard')]
const machine = await machineWithDevice(t, token, hall)
const rooms = {
  machine: roomOfEquipment(machine.id),
  hall: roomOfOrgUnit(hall),
  root: roomOfOrgUnit(root),
  yard: roomOfOrgUnit(yard),
  company: roomOfCompany(company.companyId),
}

/** Returns for each room how long ago (ms) something was published to it, by the answer to joining it. */
async function quietOf(names: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const quiet: Record<string, number> = {}
  for (const [name, room] of Object.entries(names)) {
    const joined = new Promise<number>((resolve) =>
      client?.socket.once('joined', (message) => resolve(message.quiet_ms)),
    )
    if ((await client?.join(room)) !== 'joined') throw new Error(`${room} was not joined`)
    quiet[name] = await joined
    await client?.leave(room)
  }
  return quiet
}

/** Returns the rooms to which something was published since an instant (`performance.now()`). */
async function publishedSince(since: number): Promise<string[]> {
  const quiet = await quietOf(rooms)
  const now = performance.now()
  return Object.keys(quiet).filter((name) => (quiet[name] ?? 0) <= now - since)
}

/** A connection may join only so many rooms in a while. */
const seldom = { interval: 500 }

test('the answer to a join says for how long nothing was published to the room, also if nobody was in it', async () => {
  // Facts come in order, so this change is the last of those above.
  await client.join(rooms.company)
  await unitNamed('Last')
  await expect.poll(() => client.messages.at(-1)?.message).toMatchObject({ fact: 'tree.changed' })
  await expect.poll(() => publishedSince(performance.now() - 50), seldom).toEqual([])

  const beforeEvent = performance.now()
  await machine.send([{ t: Date.now() - 60_000, type: 'ping' }])
  await expect.poll(() => publishedSince(beforeEvent), seldom).toEqual(['machine', 'hall', 'root'])

  const beforeChange = performance.now()
  await unitNamed('Another')
  await expect.poll(() => publishedSince(beforeChange), seldom).toEqual(Object.keys(rooms))
})
