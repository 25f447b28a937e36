import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import * as calls from '@millwatch/contract/http/devices'
import { archiveEquipment } from '@millwatch/contract/http/tree'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { announceDeviceAccess } from '../identity/index.ts'

const clock = manualClock(Date.now())
/** Two servers on one database; devices are connected to both. */
const { t, company: acme, token } = await appWithCompany({ clock })
const other = await injectApp({ clock, db: { ...t.db, database: t.db.open() } })
const ports = [(await t.app.listen()).mqtt, (await other.app.listen()).mqtt]
type Machine = Awaited<ReturnType<typeof machineWithDevice>>
const clients: MqttClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
})
afterAll(() => other.close())

const dial = (port: number, { uuid, key }: Pick<Machine, 'uuid' | 'key'>) => {
  const client = connect(`mqtt://127.0.0.1:${port}`, { username: uuid, password: key, reconnectPeriod: 0 })
  clients.push(client)
  return client
}
/** Connects to every server. Returns which of the connections are open. */
async function connected(device: Pick<Machine, 'uuid' | 'key'>): Promise<() => boolean[]> {
  const opened = await Promise.all(
    ports.map(async (port) => {
      const client = dial(port, device)
      await new Promise((done, fail) => client.once('connect', done).once('error', fail))
      return client
    }),
  )
  return () => opened.map((client) => client.connected)
}
const refusedByMqtt = async (device: Pick<Machine, 'uuid' | 'key'>) =>
  Promise.all(
    ports.map(
      (port) =>
        new Promise<boolean>((done) =>
          dial(port, device)
            .once('connect', () => done(false))
            .once('error', () => done(true)),
        ),
    ),
  )
const config = async (server: InjectApp, { uuid, key }: Pick<Machine, 'uuid' | 'key'>) =>
  (await server.call('GET', '/v0/device/config', { headers: { authorization: `Device ${uuid}:${key}` } })).status
const both = (device: Pick<Machine, 'uuid' | 'key'>) => Promise.all([config(t, device), config(other, device)])
const soon = { timeout: 20_000, interval: 10 }
const audited = async (operation: string) =>
  (
    await t.db.owner.query('select actor, actor_id::int, subject, after from audit_entry where operation = $1', [
      operation,
    ])
  ).rows

test('A key that is revoked opens nothing any more, and ends what is open, on every server', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const stand = await connected(machine)
  expect(await both(machine)).toEqual([200, 200])
  await t.ask(calls.revokeDeviceKey, { token, params: { id: machine.deviceId } })
  await vi.waitFor(() => expect(stand()).toEqual([false, false]), soon)
  expect(await both(machine)).toEqual([401, 401])
  expect(await refusedByMqtt(machine)).toEqual([true, true])
  expect(await audited('device.revoke_key')).toMatchObject([{ actor: 'user', subject: `device/${machine.deviceId}` }])
})

test('A key that is replaced without an overlap is refused at once, and the new one is taken', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const stand = await connected(machine)
  const { device_key: key } = await other.ask(calls.rotateDeviceKey, { token, params: { id: machine.deviceId } })
  await vi.waitFor(() => expect(stand()).toEqual([false, false]), soon)
  expect(await both(machine)).toEqual([401, 401])
  expect(await both({ ...machine, key })).toEqual([200, 200])
})

test('With an overlap both keys are taken until it is over, and then what is open with the old one ends', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const stand = await connected(machine)
  const body = { overlap_s: 600 }
  const { device_key: key } = await t.ask(calls.rotateDeviceKey, { token, params: { id: machine.deviceId }, body })
  clock.advance(599_000)
  expect(await both(machine)).toEqual([200, 200])
  expect(await both({ ...machine, key })).toEqual([200, 200])
  expect(stand()).toEqual([true, true])
  clock.advance(1000)
  expect(await both(machine)).toEqual([401, 401])
  expect(await both({ ...machine, key })).toEqual([200, 200])
  await vi.waitFor(() => expect(stand()).toEqual([false, false]), { timeout: 6000, interval: 10 })
})

test('Revoking takes the key of an overlap too, and another rotation the one before', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const params = { id: machine.deviceId }
  const rotate = async (overlap_s: number) =>
    (await t.ask(calls.rotateDeviceKey, { token, params, body: { overlap_s } })).device_key
  const second = await rotate(600)
  const third = await rotate(600)
  await vi.waitFor(async () => expect(await both(machine)).toEqual([401, 401]), soon)
  expect(await both({ ...machine, key: second })).toEqual([200, 200])
  await t.ask(calls.revokeDeviceKey, { token, params })
  await vi.waitFor(async () => expect(await both({ ...machine, key: third })).toEqual([401, 401]), soon)
  for (const key of [second, third]) expect(await both({ ...machine, key })).toEqual([401, 401])
  const fourth = await rotate(600)
  await vi.waitFor(async () => expect(await both({ ...machine, key: fourth })).toEqual([200, 200]), soon)
  for (const key of [second, third]) expect(await both({ ...machine, key })).toEqual([401, 401])
})

test('A device that is switched off, or whose company is suspended, is out at once on every server', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const stand = await connected(machine)
  await t.ask(calls.updateDevice, { token, params: { id: machine.deviceId }, body: { active: false } })
  await vi.waitFor(() => expect(stand()).toEqual([false, false]), soon)
  expect(await both(machine)).toEqual([401, 401])
  await t.ask(calls.updateDevice, { token, params: { id: machine.deviceId }, body: { active: true } })
  await vi.waitFor(async () => expect(await both(machine)).toEqual([200, 200]), soon)
  const again = await connected(machine)
  const suspend = (at: number | null) =>
    t.db.database.inDirectory(async (tx) => {
      await tx.db.updateTable('company').set({ suspended_at: at }).where('company_id', '=', acme.companyId).execute()
      await announceDeviceAccess(tx, acme.companyId, null)
    })
  await suspend(clock.now())
  await vi.waitFor(() => expect(again()).toEqual([false, false]), soon)
  expect(await both(machine)).toEqual([401, 401])
  await suspend(null)
  await vi.waitFor(async () => expect(await both(machine)).toEqual([200, 200]), soon)
})

test('What nobody announced is seen within seconds too', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const stand = await connected(machine)
  await t.db.owner.query('update device_directory set active = false where device_id = $1', [machine.deviceId])
  clock.advance(1000)
  await vi.waitFor(() => expect(stand()).toEqual([false, false]), { timeout: 6000, interval: 10 })
})

test('The overlap is from 0 to 86,400 s', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  for (const overlap_s of [-1, 86_401, 1.5, '60', null]) {
    const answer = await t.call('PUT', `/v0/devices/${machine.deviceId}/key`, { token, body: { overlap_s } })
    expect([overlap_s, answer.status]).toEqual([overlap_s, 400])
  }
  expect(await config(t, machine)).toBe(200)
})

test('A device opens no more than eight connections', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const first = ports[0] ?? 0
  const dialled = Array.from({ length: 12 }, () => dial(first, machine))
  const verdicts = dialled.map(
    (client) =>
      new Promise<boolean>((done) => client.once('connect', () => done(true)).once('error', () => done(false))),
  )
  expect((await Promise.all(verdicts)).filter(Boolean)).toHaveLength(8)
})

const uuid = () => crypto.randomUUID()
const claim = (code: string, device_uuid: string = uuid(), server = t) =>
  server.call('POST', '/v0/device/claim', { body: { code, device_uuid } })

test('A device claims its place with a code: it is on the machine, has a key, and the record says who did it', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const { code, expires_at } = await t.ask(calls.createClaimCode, { token, body: { equipId: machine.id } })
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  expect(Date.parse(expires_at) - clock.now()).toBe(3_600_000)
  const device = uuid()
  const claimed = await t.ask(calls.claimDevice, {
    body: { code: ` ${code.toLowerCase()} `, device_uuid: device.toUpperCase() },
  })
  expect(claimed).toMatchObject({
    device_uuid: device,
    mqtt: { port: ports[0], tls_port: null, events_topic: eventsTopic(device), commands_topic: commandsTopic(device) },
  })
  expect(await both({ uuid: device, key: claimed.device_key })).toEqual([200, 200])
  const { device: shown } = await t.ask(calls.getDevice, { token, params: { uuid: device } })
  expect(shown).toMatchObject({ equipment_id: machine.id, active: true, is_primary: false })
  const [entry] = await audited('device.claim')
  expect(entry).toMatchObject({ actor: 'device', actor_id: shown.id, subject: `device/${shown.id}` })
  const kept = JSON.stringify((await t.db.owner.query('select * from one_time_code')).rows)
  const logged = JSON.stringify((await t.db.owner.query('select * from audit_entry')).rows)
  for (const secret of [code, code.replace('-', ''), claimed.device_key]) {
    expect(kept).not.toContain(secret)
    expect(logged).not.toContain(secret)
  }
})

test('A code is good once, also for many at once and on two servers, and for an hour', async () => {
  const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
  const fresh = async () => (await t.ask(calls.createClaimCode, { token, body: { equipId: machine.id } })).code
  const code = await fresh()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => claim(code, uuid(), i % 2 ? other : t)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(401)])
  const late = await fresh()
  clock.advance(3_600_000)
  const dead = await fresh()
  await t.ask(archiveEquipment, {
    token: await t.signIn(acme.emailOf('admin')),
    params: { id: machine.id },
    body: { archived: true },
  })
  const bare = (answer: Awaited<ReturnType<typeof claim>>) => answer.text.replace(/"request_id":"[^"]*"/, '')
  const refused = [await claim(code), await claim(late), await claim('ABCD-2345'), await claim('x'), await claim(dead)]
  expect(new Set(refused.map(bare)).size).toBe(1)
  expect(refused[0]).toMatchObject({ status: 401, json: { code: 'invalid_claim_code' } })
})

test('A uuid that is taken leaves the code as it was', async () => {
  const admin = await t.signIn(acme.emailOf('admin'))
  const machine = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  const { code } = await t.ask(calls.createClaimCode, { token: admin, body: { equipId: machine.id } })
  const taken = await claim(code, machine.uuid)
  expect([taken.status, taken.json]).toMatchObject([409, { code: 'device_uuid_taken' }])
  expect((await claim(code)).status).toBe(200)
})

test.each([
  ['an admin no more', "update membership set role = 'user'", "update membership set role = 'admin'"],
  ['of a company that is suspended', 'update company set suspended_at = 1', 'update company set suspended_at = null'],
])('A code whose maker is %s is as good as none', async (_, taken, given) => {
  const admin = await t.signIn(acme.emailOf('admin'))
  const machine = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  const { code } = await t.ask(calls.createClaimCode, { token: admin, body: { equipId: machine.id } })
  const change = (text: string) => t.db.owner.query(`${text} where ${text.includes('role') ? ofAdmin : 'true'}`)
  const ofAdmin = `user_id = (select user_id from app_user where email = '${acme.emailOf('admin')}')`
  await change(taken)
  expect(await claim(code)).toMatchObject({ status: 401, json: { code: 'invalid_claim_code' } })
  await change(given)
  expect((await claim(code)).status).toBe(200)
})

test('Who tries codes is held up after twenty, by all servers together; who is right is not', async () => {
  clock.advance(1_200_000)
  const admin = await t.signIn(acme.emailOf('admin'))
  const machine = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  for (let i = 0; i < 25; i++) {
    const { code } = await t.ask(calls.createClaimCode, { token: admin, body: { equipId: machine.id } })
    expect((await claim(code)).status).toBe(200)
  }
  const tried = await Promise.all(
    Array.from({ length: 30 }, (_, i) => claim(`ABCD-${2000 + i}`.replace(/[01]/g, 'X'), uuid(), i % 2 ? other : t)),
  )
  const statuses = tried.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect(Number(tried.find((answer) => answer.status === 429)?.headers['retry-after'])).toBeGreaterThan(0)
  const { code } = await t.ask(calls.createClaimCode, { token: admin, body: { equipId: machine.id } })
  expect((await claim(code)).status).toBe(429)
  clock.advance(1_200_000)
  expect((await claim(code)).status).toBe(200)
})
